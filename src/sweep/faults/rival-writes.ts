import { faultTarget } from '../../faults/fault-target.ts'
import { publicationAt, type RivalChange, withRivalWrite } from '../../faults/rival-write.ts'
import { bodyText, type ClientCall, pathOfTarget } from './client-call.ts'
import type { InjectedWorld } from './fault-injection.ts'

/** What another client writes to `Descripcion`. */
export const RIVAL_TEXT = 'Cambiado por otra persona mientras tanto.'
/** What another client writes there the second time. */
export const RIVAL_TEXT_AGAIN = 'Cambiado una vez más por otra persona.'
/** What another client writes to `Precio` if the client is about to write it. */
export const RIVAL_AMOUNT = { Moneda: 'ARS', Importe: 1 }

/** Lets another client change the publication that the client is about to write. */
export const rivalWrites = (
  { worldHandle, mark }: InjectedWorld,
  { method, target, body }: ClientCall,
  further: RivalChange = {},
): undefined => {
  const { publication } = faultTarget(method, pathOfTarget(target))
  if (!publication) return
  const change = {
    Descripcion: RIVAL_TEXT,
    ...(bodyText(body).includes('"Precio"') && { Precio: RIVAL_AMOUNT }),
    ...further,
  }
  const before = worldHandle.world
  const { adminMail, externalId } = publication
  // An archived publication cannot be changed (PUB-31).
  if (publicationAt(before, adminMail, externalId)?.condition === 'archived') return
  worldHandle.world = withRivalWrite(before, adminMail, externalId, change)
  if (worldHandle.world !== before) mark()
}
