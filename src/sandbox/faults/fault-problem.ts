import { KEY_CHALLENGES } from '../../model/http/caller.ts'
import type { Problem } from '../../model/http/problem.ts'
import type { FaultPlan } from './fault-plan.ts'

/** Details of injected problems, in the service's language. */
const DETAILS: Readonly<Record<number, string>> = {
  400: 'Alguna información contiene valores no validos.',
  401: 'Se espera el encabezado Authorization de una app conocida.',
  403: 'La operación no está permitida para esta app.',
  404: 'No se encontró el recurso.',
  406: 'No hay ninguna representación de las que se aceptan.',
  409: 'El estado actual no admite la operación.',
  412: 'El ETag no coincide con el actual.',
  413: 'El cuerpo supera el tamaño admitido.',
  415: 'El tipo de contenido no está admitido.',
  428: 'Se espera el encabezado If-Match con el ETag de la última lectura.',
  429: 'Se superó el límite de solicitudes; reintente más tarde.',
  500: 'Ocurrió un error inesperado; reintente más tarde.',
  502: 'Un servicio del que este depende no respondió como se esperaba.',
  503: 'El servicio no está disponible por el momento; reintente más tarde.',
  504: 'Un servicio del que este depende no respondió a tiempo.',
}

/** Statuses whose problems have `Errors` (ERR-03). */
const WITH_ERRORS: readonly number[] = [400, 409]

/** A 429 always has `Retry-After`. */
const DEFAULT_RETRY_AFTER_S = 1

/** Creates the API's own problem for an injected status. */
export const injectedProblem = (
  status: number,
  retryAfterS: FaultPlan['retryAfterS'],
  preferred: boolean,
): Problem => {
  const detail = DETAILS[status] ?? 'El servicio no pudo atender la solicitud.'
  const waitS = retryAfterS ?? (status === 429 ? DEFAULT_RETRY_AFTER_S : null)
  const headers = {
    ...(status === 401 && { 'WWW-Authenticate': KEY_CHALLENGES }),
    ...(waitS !== null && { 'Retry-After': String(waitS) }),
    ...(preferred && { 'Preference-Applied': `code=${status}` }),
  }
  return {
    status,
    detail,
    headers,
    because: [],
    ...(WITH_ERRORS.includes(status) && { errors: { _: [detail] } }),
  }
}
