import { chosen, isChosen, type Profile } from '../../api/assumptions/profile.ts'
import { PROBLEM_TYPE } from '../../api/wire/media-types.ts'
import type { IssuesByPath } from '../domain/refusal.ts'

/** An error response before it is rendered: the status, and the content of its body (ERR-01). */
export interface Problem {
  readonly status: number
  readonly detail?: string
  /** Present on the validation kind (400 and 409). */
  readonly errors?: IssuesByPath
  /** Overrides the title of the status, where the kinds of a status differ. */
  readonly title?: string
  readonly headers?: Record<string, string>
  readonly because: readonly string[]
}

/** Title of each status (`errors/titles`). */
const TITLES: Readonly<Record<number, string>> = {
  400: 'Validación de información esperada fallida',
  401: 'Autenticación requerida',
  403: 'Operación prohibida',
  404: 'No encontrado',
  405: 'Método no permitido',
  406: 'Representación no disponible',
  409: 'Conflicto de estado',
  412: 'Precondición fallida',
  413: 'Contenido demasiado grande',
  415: 'Tipo de contenido no admitido',
  428: 'Precondición requerida',
  429: 'Demasiadas solicitudes',
  500: 'Error interno',
  502: 'Puerta de enlace incorrecta',
  503: 'Servicio no disponible',
  504: 'Tiempo de espera agotado',
}
const INVALID_DETAIL = 'Alguna información contiene valores no validos.'

/** Renders the body of a problem (ERR-01, ERR-02, ERR-03, ERR-05). A 404 is a plain message (ERR-04). */
export const problemBody = (
  problem: Problem,
  {
    instance,
    profile,
    contentType = PROBLEM_TYPE,
  }: { instance: string; profile: Profile; contentType?: string },
): { contentType: string; text: string } => {
  const bodyForm =
    problem.status === 404
      ? chosen(profile, 'errors/not-found')
      : problem.status === 401
        ? unauthorizedForm(profile)
        : 'problem'
  const sentence = problem.detail || TITLES[problem.status] || 'Error'
  switch (bodyForm) {
    case 'text':
      return { contentType: 'text/plain; charset=utf-8', text: sentence }
    case 'json-string':
      return { contentType: 'application/json', text: JSON.stringify(sentence) }
    case 'problem':
      return {
        contentType,
        text: JSON.stringify(withMemberCasing(problemDetails(problem, instance, profile), profile)),
      }
  }
}

const unauthorizedForm = (profile: Profile): 'text' | 'problem' =>
  isChosen(profile, 'auth/unauthorized', 'plain') ? 'text' : 'problem'

const problemDetails = (problem: Problem, instance: string, profile: Profile): Record<string, unknown> => {
  const { status, errors } = problem
  const shownStatus =
    status === 409 && isChosen(profile, 'publications/conflict-status-member', '400') ? 400 : status
  return {
    // A public reference of statuses (ERR-02, `errors/type`).
    Type: `https://httpstatuses.com/${status}`,
    Title: problem.title ?? TITLES[status] ?? 'Error',
    Status: shownStatus,
    Detail: problem.detail || INVALID_DETAIL,
    Instance: instance,
    Extensions: {},
    ...(errors && { Errors: shownErrors(errors, profile) }),
  }
}

const shownErrors = (errors: IssuesByPath, profile: Profile): IssuesByPath => {
  const entries = Object.entries(errors)
  const limited = isChosen(profile, 'errors/how-many', 'first')
    ? entries.slice(0, 1).map(([key, all]) => [key, all.slice(0, 1)] as const)
    : entries
  if (isChosen(profile, 'errors/keys', 'paths')) return fromEntries(limited)
  const byTopMember = new Map<string, string[]>()
  for (const [path, sentences] of limited) {
    const top = path.split(/[.[]/, 1)[0]!
    byTopMember.set(top, [...(byTopMember.get(top) ?? []), ...sentences])
  }
  return fromEntries(byTopMember)
}

// Member names come from clients: `Object.fromEntries` makes `__proto__` a key like any other.
const fromEntries = (entries: Iterable<readonly [string, readonly string[]]>): IssuesByPath =>
  Object.fromEntries(entries)

const withMemberCasing = (details: Record<string, unknown>, profile: Profile): Record<string, unknown> =>
  isChosen(profile, 'errors/member-casing', 'pascal')
    ? details
    : Object.fromEntries(
        Object.entries(details).map(([name, value]) => [name[0]!.toLowerCase() + name.slice(1), value]),
      )
