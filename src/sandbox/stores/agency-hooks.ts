import type { ConfiguredHeader } from '../../api/wire/delivery-headers.ts'
import { agenciesInOrder } from '../../model/world/agency.ts'
import type { World } from '../../model/world/world.ts'

/** A channel that leads to a receiver. */
export interface HookSetting {
  readonly Callback: string | null
  readonly Secret?: string | null
  readonly HeaderCustom01: ConfiguredHeader | null
  readonly HeaderCustom02?: ConfiguredHeader | null
  readonly HeaderCustom03?: ConfiguredHeader | null
}

/** Returns the receivers that agencies have configured, but for addresses of mail. */
export const agencyHooks = (agencies: World['agencies']): HookSetting[] =>
  agenciesInOrder(agencies).flatMap(({ notifications }) => [
    ...(notifications.PublicacionConsultadaWebHook ? [notifications.PublicacionConsultadaWebHook] : []),
    ...(notifications.PublicacionConsultadaAdfHook ? [notifications.PublicacionConsultadaAdfHook] : []),
  ])
