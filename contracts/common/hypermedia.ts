import * as z from 'zod'
import { clause } from '../../src/kit/runner/clause.ts'
import type { ClauseContext } from '../../src/kit/runner/clause-context.ts'
import type { Exchange } from '../../src/kit/target/exchange.ts'
import {
  allLinksIn,
  entriesOf,
  isPlainGet,
  isTemplate,
  LinkShape,
  linkObjectsIn,
} from '../../src/kit/target/links.ts'
import { errorKeys } from '../../src/kit/target/problem.ts'
import { isUrl } from '../../src/lib/text/url.ts'
import { membersOf } from '../../src/lib/unknown-values.ts'
import { knownBrandSearch, knownModelSearch } from '../support/catalogue-entries.ts'
import { LinkBlockShape, LinksShape } from '../support/response-shapes.ts'

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']

/** Reads responses with links of every kind: plain, templated, with a method, in blocks and in entries. */
const linked = async (t: ClauseContext): Promise<readonly Exchange[]> => {
  const paths = [
    '/v3',
    await knownModelSearch(t),
    `/v3/operadores/${t.adminMail}`,
    `/v3/agencias/${t.adminMail}/productos`,
    '/v3/appnotificaciones',
  ]
  const answers = []
  for (const path of paths) answers.push(await t.get(path, { accept: t.types.json }))
  const read = answers.filter(({ response }) => response.status === 200)
  if (read.length === 0) t.skip('nothing can be read')
  return read
}

/** Links, link blocks and collections (COM-02, COM-03, COM-04, COM-05, COM-12). */
export const commonHypermedia = [
  clause({
    id: 'common/links-are-link-objects',
    statements: ['COM-02', 'COM-03'],
    title: 'Every relation is a link object: href is a string, templated a boolean, method a string',
    leaves: 'nothing',
    needs: [],
    check: async (t) => {
      for (const answer of await linked(t)) {
        const odd = allLinksIn(answer.json).find(({ link }) => !LinkShape.safeParse(link).success)
        t.assert(odd === undefined, `a link object at ${odd?.where}`, odd?.link, answer)
      }
    },
  }),
  clause({
    id: 'common/templates-are-marked',
    statements: ['COM-02'],
    title: 'A link whose href is a template has templated: true',
    leaves: 'nothing',
    needs: [],
    check: async (t) => {
      for (const answer of await linked(t)) {
        const odd = linkObjectsIn(answer.json).find((link) => isTemplate(link) && link.templated !== true)
        t.assert(odd === undefined, `templated: true at ${odd?.where}`, odd, answer)
        const template = linkObjectsIn(answer.json).find(isTemplate)?.href
        if (template?.includes('{?')) t.learn('common/template-syntax', 'rfc-6570', answer)
        else if (template?.includes('={')) t.learn('common/template-syntax', 'literal-query', answer)
      }
    },
  }),
  clause({
    id: 'common/methods-are-of-http',
    statements: ['COM-02'],
    title: 'The method of a link is an HTTP method',
    leaves: 'nothing',
    needs: [],
    check: async (t) => {
      for (const answer of await linked(t)) {
        const odd = linkObjectsIn(answer.json).find(
          ({ method }) => method && !METHODS.includes(method.toUpperCase()),
        )
        t.assert(odd === undefined, `a method of HTTP at ${odd?.where}`, odd, answer)
      }
    },
  }),
  clause({
    id: 'common/hrefs-are-uris',
    statements: ['COM-02', 'COM-12'],
    title: 'An href that is not a template is a URI, absolute or relative',
    leaves: 'nothing',
    needs: [],
    check: async (t) => {
      const answers = await linked(t)
      for (const answer of answers) {
        const plain = linkObjectsIn(answer.json).filter((link) => !isTemplate(link))
        const odd = plain.find(({ href }) => !isUri(href))
        t.assert(odd === undefined, `a URI at ${odd?.where}`, odd?.href, answer)
      }
      const [first] = answers.flatMap(({ json }) => linkObjectsIn(json))
      if (first)
        t.learn('common/href-form', /^https?:/i.test(first.href) ? 'absolute' : 'root-relative', answers[0])
    },
  }),
  clause({
    id: 'common/answers-carry-links',
    statements: ['COM-03'],
    title: 'Every resource in full has _links',
    leaves: 'nothing',
    needs: [],
    check: async (t) => {
      for (const answer of await linked(t)) t.shape(answer, z.object({ _links: LinksShape }))
    },
  }),
  clause({
    id: 'common/link-blocks-hold-links',
    statements: ['COM-04'],
    title: 'Members of a brand, a model and an operator that lead to a collection are link blocks',
    leaves: 'nothing',
    needs: [],
    check: async (t) => {
      const operators = await t.get(`/v3/operadores/${t.adminMail}`, { accept: t.types.json })
      const holders = [
        ['Modelos', await t.get(await knownBrandSearch(t), { accept: t.types.json })],
        ['Versiones', await t.get(await knownModelSearch(t), { accept: t.types.json })],
      ] as const
      const held = holders.filter(([, { response }]) => response.status === 200)
      const people = operators.response.status === 200 ? entriesOf(operators.json) : []
      if (held.length + people.length === 0) return t.skip('nothing with a link block can be read')
      for (const [name, answer] of held) t.shape(answer, z.object({ [name]: LinkBlockShape }))
      for (const one of people)
        t.shape(operators, z.object({ Publicaciones: LinkBlockShape, Consultas: LinkBlockShape }), one)
    },
  }),
  clause({
    id: 'common/collections-have-entries-and-links',
    statements: ['COM-05'],
    title: 'The documented collections, operators and inquiries, have an _entries array and _links',
    leaves: 'nothing',
    needs: [],
    check: async (t) => {
      const answers = [
        await t.get(`/v3/operadores/${t.adminMail}`, { accept: t.types.json }),
        await t.get(`/v3/consultas/${t.adminMail}`, { accept: t.types.json }),
      ]
      const read = answers.filter(({ response }) => response.status === 200)
      if (read.length === 0) return t.skip('no collection can be read')
      for (const answer of read)
        t.shape(answer, z.object({ _entries: z.array(z.unknown()), _links: LinksShape }))
    },
  }),
  clause({
    id: 'common/a-ref-leads-to-its-resource',
    statements: ['COM-06', 'COM-12'],
    title: "A GET of the href of a brand's ref returns that brand in full",
    leaves: 'nothing',
    needs: [],
    check: async (t) => {
      const [full, ref] = [
        await t.get(await knownBrandSearch(t)),
        await t.get(await knownBrandSearch(t), { accept: t.types.ref }),
      ]
      const { href } = membersOf(ref.json)
      if (full.response.status !== 200 || typeof href !== 'string')
        return t.skip('no ref of a brand is known')
      const read = await t.get(href, { accept: t.types.json })
      t.status(read, 200)
      const { Nombre: name } = membersOf(full.json)
      t.assert(t.object(read).Nombre === name, `the brand ${name}`, read.json, read)
    },
  }),
  clause({
    id: 'common/links-of-answers-lead-somewhere',
    statements: ['COM-12'],
    title: 'Links of a brand and a model that are not templates lead to an existing resource',
    leaves: 'nothing',
    needs: [],
    check: async (t) => {
      const answers = [await t.get(await knownBrandSearch(t)), await t.get(await knownModelSearch(t))]
      const hrefs = new Set(
        answers.flatMap(({ json }) => linkObjectsIn(json).filter(isPlainGet)).map(({ href }) => href),
      )
      if (hrefs.size === 0)
        return t.skip('a brand and a model have no link that a GET can follow without variables')
      for (const href of hrefs) leadsSomewhere(t, await t.get(href))
    },
  }),
]

/**
 * Asserts that links lead to something. The resource behind a link is open, and may require rights, or
 * parameters that `Errors` names then; a link of a document to itself (`isSelf`) requires none.
 */
export const leadsSomewhere = (t: ClauseContext, answer: Exchange, isSelf = false): void => {
  const { status } = answer.response
  const isVague = status === 400 && (isSelf || errorKeys(answer.json).length === 0)
  const isDead = [404, 405, 410, 501].includes(status) || isVague
  t.assert(!isDead, 'a link that leads somewhere', `status ${status}`, answer)
}

/** A URI reference by RFC 3986: without white space and characters that must be percent-encoded. */
const isUri = (href: string): boolean =>
  /^[\w.~:/?#[\]@!$&'()*+,;=%-]+$/.test(href) &&
  !/%(?![0-9a-f]{2})/i.test(href) &&
  isUrl(href, 'http://a.example')
