import { expect, it } from 'vitest'
import { checkWith } from '../../src/checks/check/check.ts'
import {
  clause,
  githubAnnotations,
  htmlReport,
  junitReport,
  markdownReport,
  terminalReport,
} from '../../src/cli/entries/kit-entry.ts'
import { TARGET_URL } from './targets.ts'

/** People of an agency in a reserved domain are made up, and are shown. */
const AGENCY = 'ventas@lospinos.com.ar'

/** Secrets and personal data occur wherever a run can meet them; no format of the report may show one. */

const KEY = 'KEY-7f3a9c'
const SECRET = 'SECRET-55d1"e8'
const PEOPLE = [
  'Ramona',
  'Quiroga',
  'ramona.quiroga@lead.example',
  '+54 9 351 555-0199',
  '28999111',
  'Llamar de tarde',
  'oficina@otra.example',
  'Berazategui',
]
const PLANTED = [
  KEY,
  SECRET,
  'HEADER-a81b',
  'SIGNED-c0de',
  'COOKIE-19aa',
  'QUERY-77ff',
  'WEBHOOK-SECRET-0123456789',
  'ECHO-token-91',
  ...PEOPLE,
]

/** Returns a value as it is, in JSON, in a URL and in base64, as another program may repeat it. */
const spellingsOf = (value: string): string[] => [
  value,
  JSON.stringify(value).slice(1, -1),
  encodeURIComponent(value),
  Buffer.from(value).toString('base64').replaceAll('=', ''),
]

const person = {
  Nombre: PEOPLE[0],
  Apellido: PEOPLE[1],
  Email: PEOPLE[2],
  Telefono: PEOPLE[3],
  DocIdentidad: 28999111,
  Comentario: PEOPLE[5],
  Ciudad: PEOPLE[7],
}
const body = {
  _links: { self: { href: `/v3?token=QUERY-77ff` } },
  Interesado: person,
  OperadorResponsable: PEOPLE[6],
  Secret: 'WEBHOOK-SECRET-0123456789',
  Telefonos: [PEOPLE[3]],
  echo: `Bearer ${KEY} and ${SECRET} and HEADER-a81b`,
  spelled: [KEY, SECRET, 'HEADER-a81b', 'SIGNED-c0de'].flatMap(spellingsOf),
  ref: { href: '/v3/consultas/x/1', title: 'Ramona Quiroga, Gol' },
}

const service = async (request: Request): Promise<Response> =>
  Response.json(body, {
    headers: {
      'Set-Cookie': 'sid=COOKIE-19aa',
      'X-Echo-Token': 'ECHO-token-91',
      'X-Says': `hello ${PEOPLE[2]}`,
      'X-Path': new URL(request.url).search,
    },
  })

const planted = [
  clause({
    id: 'planted/fails',
    statements: ['COM-01'],
    title: 'fails with everything in its sentence',
    leaves: 'any',
    needs: [],
    check: async (t) => {
      t.warn(`called for ${PEOPLE[0]} ${PEOPLE[1]}`)
      const url = `/v3/consultas/${t.adminMail}?operador=${encodeURIComponent(PEOPLE[2] ?? '')}&signature=QUERY-77ff&q=${encodeURIComponent('Quiroga')}`
      const asked = await t.send('POST', url, {
        body: { ...person, Secret: 'WEBHOOK-SECRET-0123456789' },
        headers: { Cookie: 'sid=COOKIE-19aa' },
      })
      t.assert(false, `${JSON.stringify(person)} of ${KEY}`, asked.response.body.slice(0, 150), asked)
    },
  }),
  clause({
    id: 'planted/breaks',
    statements: ['COM-01'],
    title: 'breaks with everything in its message',
    leaves: 'nothing',
    needs: [],
    check: async (t) => {
      await t.get('/v3')
      throw new Error(`no ${SECRET}, no ${JSON.stringify(body)}, no ${body.spelled.join()}, no SIGNED-c0de`)
    },
  }),
  clause({
    id: 'planted/skips',
    statements: ['COM-01'],
    title: 'skips with a person in its reason',
    leaves: 'nothing',
    needs: [],
    check: async (t) => {
      await t.get('/v3')
      t.skip(`${PEOPLE[2]} and ${PEOPLE[3]} have nothing`)
    },
  }),
]

const reported = () =>
  checkWith(planted, {
    url: TARGET_URL,
    agency: AGENCY,
    fetch: service,
    auth: { kind: 'basic', key: KEY, secret: SECRET },
    headers: { 'X-Tenant-Secret': 'HEADER-a81b' },
    sign: (request) => ({ ...request, headers: { ...request.headers, 'X-Seal': 'SIGNED-c0de' } }),
  })

const report = await reported()

it('the planted clauses had their effects', () => {
  expect(report.clauses.map(({ verdict }) => verdict)).toEqual(['failed', 'failed', 'skipped'])
  expect(report.clauses[0]?.exchanges).toHaveLength(1)
})

it.each([
  ['json', JSON.stringify(report)],
  ['terminal', terminalReport(report, true)],
  ['junit', junitReport(report)],
  ['html', htmlReport(report)],
  ['markdown', markdownReport(report)],
  ['GitHub', githubAnnotations(report).join('\n')],
])('no secret and no person is in the %s form', (_, text) => {
  const forms = [...PLANTED, `${KEY}:${SECRET}`].flatMap(spellingsOf)
  expect([...new Set(forms)].filter((value) => text.includes(value))).toEqual([])
  expect(text.length).toBeGreaterThan(100)
})

it('other values stay, because they are evidence', () => {
  const text = JSON.stringify(report)
  for (const part of ['OperadorResponsable', 'Apellido', encodeURIComponent(AGENCY), '[redacted]', 'X-Says'])
    expect(text.toLowerCase()).toContain(part.toLowerCase())
})
