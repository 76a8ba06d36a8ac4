import {
  editSettings,
  listAgencies,
  listBranches,
  listVisits,
  readAgency,
  readAgencyByNumber,
  readPackage,
  readSettings,
  renameAgency,
} from './agencies/agencies.ts'
import { editAdministrator, listOperators } from './agencies/operators.ts'
import { CATALOGUE_LISTS } from './catalogue/lists.ts'
import { bestBrand, bestModel, bestTrims, readEntry, readTrim } from './catalogue/routes.ts'
import type { Choices } from './choices.ts'
import type { Answer } from './http/answers.ts'
import type { Call } from './http/call.ts'
import type { Form } from './http/negotiation.ts'
import { deleteInquiry, listInquiries, listOperatorInquiries, readInquiry } from './inquiries/inquiries.ts'
import {
  archivePublication,
  patchPublication,
  replacePublication,
  suspendPublication,
} from './publications/change.ts'
import { createPublication } from './publications/create.ts'
import { listPublications, readBySerial, readPublication } from './publications/read.ts'
import { listTopics, openHook, readHook, replaceHook } from './webhooks/configurations.ts'

export interface Route {
  readonly method: string
  /** Segments below `/v3`; those with a colon are parameters. */
  readonly path: string
  readonly handle: (call: Call) => Answer | Promise<Answer>
  readonly noun?: string
  readonly forms?: readonly Form[]
  /** Names of the query parameters; others are unknown. */
  readonly query?: readonly string[]
  /** Returns whether the service has the route at all; by default it has. */
  readonly when?: (choices: Choices) => boolean
}

const REF: readonly Form[] = ['full', 'ref']
const ONE = 'publicaciones/:mail/:id'
const TOPIC = 'appnotificaciones/:topic'

const isOpen = ({ firstConfiguration: first }: Choices): boolean => first === 'post' || first === 'preset'
const INQUIRIES = ['operador', 'externalid', 'desde', 'hasta', 'pagina']

/** Lists every operation, described or only linked to. */
const ROUTES: readonly Route[] = [
  { method: 'GET', path: '', handle: readEntry, noun: 'entry' },
  { method: 'POST', path: 'publicaciones/:mail', handle: createPublication, forms: REF, noun: 'creation' },
  { method: 'GET', path: ONE, handle: readPublication, forms: REF, noun: 'publication' },
  { method: 'GET', path: 'aviso/:serial', handle: readBySerial, forms: REF, noun: 'publication' },
  { method: 'PUT', path: ONE, handle: replacePublication, forms: REF },
  { method: 'PATCH', path: ONE, handle: patchPublication, forms: REF },
  { method: 'PATCH', path: `${ONE}/suspender`, handle: suspendPublication, forms: REF },
  { method: 'PATCH', path: `${ONE}/archivar`, handle: archivePublication, forms: REF },
  {
    method: 'GET',
    path: 'vidriera/:mail',
    handle: listPublications,
    forms: REF,
    query: ['colaborador', 'hoja'],
  },
  {
    method: 'GET',
    path: 'consultas',
    handle: listOperatorInquiries,
    forms: REF,
    query: INQUIRIES,
    when: ({ withoutMail }) => withoutMail,
  },
  { method: 'GET', path: 'consultas/:mail', handle: listInquiries, forms: REF, query: INQUIRIES },
  { method: 'GET', path: 'consultas/:mail/:sid', handle: readInquiry, forms: REF },
  {
    method: 'DELETE',
    path: 'consultas/:mail/:sid',
    handle: deleteInquiry,
    when: ({ inquiryFault }) => inquiryFault === 'writable',
  },
  {
    method: 'GET',
    path: 'operadores/:mail',
    handle: listOperators,
    forms: REF,
    noun: 'operators',
    query: ['operador'],
  },
  { method: 'PUT', path: 'operadores/:mail', handle: editAdministrator, forms: REF },
  { method: 'GET', path: 'directorio', handle: listAgencies, forms: REF, query: ['texto'] },
  { method: 'GET', path: 'agencias/ficha/:number', handle: readAgencyByNumber, forms: REF },
  {
    method: 'GET',
    path: 'agencias/:mail',
    handle: readAgency,
    forms: REF,
    when: ({ agencyAddress }) => agencyAddress === 'mail',
  },
  { method: 'PUT', path: 'agencias/:mail', handle: renameAgency, forms: REF },
  { method: 'GET', path: 'agencias/:mail/productos', handle: readPackage },
  { method: 'GET', path: 'notificaciones/:mail', handle: readSettings },
  {
    method: 'PUT',
    path: 'ajustes-de-aviso/:mail',
    handle: editSettings,
    when: ({ settingsEdit }) => settingsEdit !== 405,
  },
  { method: 'GET', path: 'locales/:mail', handle: listBranches },
  { method: 'GET', path: 'miradas/:mail', handle: listVisits },
  { method: 'GET', path: 'appnotificaciones', handle: listTopics },
  { method: 'GET', path: TOPIC, handle: readHook },
  { method: 'PUT', path: TOPIC, handle: replaceHook },
  { method: 'POST', path: TOPIC, handle: openHook, when: isOpen },
  { method: 'GET', path: 'marcas/bestmatch', handle: bestBrand, forms: REF, query: ['make'] },
  {
    method: 'GET',
    path: 'modelos/bestmatch',
    handle: bestModel,
    forms: REF,
    query: ['make', 'model', 'bodystyle'],
  },
  { method: 'GET', path: 'gamas/parecida', handle: bestTrims, forms: REF },
  {
    method: 'GET',
    path: 'versiones/:number',
    handle: readTrim,
    query: ['ficha'],
    forms: ['full', 'ref', 'detail'],
  },
  ...CATALOGUE_LISTS.map(([path, handle]) => ({ method: 'GET', path, handle, forms: REF })),
]

const fits = (route: Route, segments: readonly string[], anyCase: boolean): boolean => {
  const parts = route.path === '' ? [] : route.path.split('/')
  if (parts.length !== segments.length) return false
  return parts.every((part, at) => {
    const given = segments[at] ?? ''
    if (part.startsWith(':')) return given !== ''
    return anyCase ? part.toLowerCase() === given.toLowerCase() : part === given
  })
}

/** Finds the routes of a path; those with fewer parameters go first. */
export const routesAt = (choices: Choices, segments: readonly string[]): Route[] => {
  const found = ROUTES.filter((route) => route.when?.(choices) ?? true).filter((route) =>
    fits(route, segments, choices.anyPathCase),
  )
  const open = ({ path }: Route): number => path.split(':').length
  const least = Math.min(...found.map(open))
  return found.filter((route) => open(route) === least)
}

/** Reads the parameters of a path. */
export const paramsOf = ({ path }: Route, segments: readonly string[]): Record<string, string> =>
  Object.fromEntries(
    path
      .split('/')
      .flatMap((part, at) => (part.startsWith(':') ? [[part.slice(1), segments[at] ?? '']] : [])),
  )
