import { PROBLEM_TYPE } from '../../src/api/wire/media-types.ts'
import { linkObjectsIn } from '../../src/kit/target/links.ts'
import { errorKeys } from '../../src/kit/target/problem.ts'
import { membersOf } from '../../src/lib/unknown-values.ts'
import { mediaTypeIn } from '../support/problem-body.ts'
import { type DescribedRequest, isTagged } from './described-request.ts'
import type { Judgement } from './judgement.ts'
import { isDone, tagOf } from './recorded-exchange.ts'

/** Records the options that a single response shows, for the profile that a history implies. */
export const observeOptions = (judgement: Judgement, request: DescribedRequest): void => {
  const { exchange } = judgement
  if (exchange.status === 0 || exchange.status >= 500) return
  const { operation } = request
  if (isDone(exchange)) observeSuccess(judgement, request)
  if (exchange.status === 404) observeNotFound(judgement)
  if (exchange.status === 400 || exchange.status === 409) {
    const names = Object.keys(membersOf(exchange.json))
    if (names.some((name) => name.toLowerCase() === 'title'))
      judgement.observe('errors/member-casing', names.includes('Title') ? 'pascal' : 'camel')
  }
  if (exchange.status === 409 && operation.id !== 'publications.create') {
    const keys = errorKeys(exchange.json)
    if (keys.join() === '_') judgement.observe('errors/conflict-keys', 'entry')
    if (keys.join() === 'EstadoActual') judgement.observe('errors/conflict-keys', 'estado-actual')
  }
}

const observeSuccess = (judgement: Judgement, { operation }: DescribedRequest): void => {
  const { exchange } = judgement
  const [link] = linkObjectsIn(exchange.json)
  if (link) {
    if (/^https?:\/\//i.test(link.href)) judgement.observe('common/href-form', 'absolute')
    else if (link.href.startsWith('/') && !link.href.startsWith('//'))
      judgement.observe('common/href-form', 'root-relative')
  }
  const { location } = exchange.responseHeaders
  if (exchange.status === 201 && location !== undefined && link)
    judgement.observe(
      'publications/location-header',
      /^https?:\/\//i.test(location) && !/^https?:\/\//i.test(link.href) ? 'absolute' : 'as-href',
    )
  if (exchange.method === 'GET' && !isTagged(operation))
    judgement.observe('common/etag-elsewhere', tagOf(exchange) === undefined ? 'none' : 'every-get')
  const template = linkObjectsIn(exchange.json).find(({ href }) => href.includes('{'))?.href
  if (template?.includes('{?')) judgement.observe('common/template-syntax', 'rfc-6570')
  else if (template?.includes('={')) judgement.observe('common/template-syntax', 'literal-query')
}

const observeNotFound = (judgement: Judgement): void => {
  const { responseHeaders, json } = judgement.exchange
  const media = mediaTypeIn(responseHeaders)
  if (media === 'text/plain') judgement.observe('errors/not-found', 'text')
  else if (media === PROBLEM_TYPE) judgement.observe('errors/not-found', 'problem')
  else if (typeof json === 'string') judgement.observe('errors/not-found', 'json-string')
}
