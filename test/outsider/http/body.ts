import { refuse, refuseValues } from './answers.ts'
import type { Values } from './body-rules.ts'
import type { Call } from './call.ts'

/** Gives the body as an object, or refuses it. */
export const bodyOf = (call: Call): Values => {
  const { body, choices } = call
  if (body.kind === 'foreign') {
    const detail = 'Envíe application/json.'
    return choices.contentTypeUnsupported === 415
      ? refuse(call, 415, detail)
      : refuseValues(call, 400, { _: [detail] })
  }
  const value = body.kind === 'value' ? body.value : undefined
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Values
  return refuseValues(call, 400, { _: ['Se espera un objeto JSON.'] })
}

/** Refuses an undocumented body, when the choices say so. */
export const refuseBody = (call: Call): void => {
  const isSent = call.body.kind !== 'empty'
  if (isSent && call.choices.actionBody === 'refused')
    refuseValues(call, 400, { _: ['No se espera un cuerpo.'] })
}
