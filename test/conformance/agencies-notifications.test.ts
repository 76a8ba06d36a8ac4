import { expect, it } from 'vitest'
import { MAIL, miniatureWorld, OTHER_MAIL, send } from '../support/miniature-world.ts'

/** AGE-10, AGE-11: the settings of the four channels. */

const ONE = `/v3/notificaciones/${MAIL}`
const put = (body: unknown, world = miniatureWorld()) => send(world, 'PUT', ONE, { body })
const keysOf = (result: ReturnType<typeof send>) => [
  result.status,
  ...Object.keys(result.json?.Errors ?? {}).sort(),
]

const UNSET = {
  PublicacionConsultadaWebHook: {
    Callback: null,
    Secret: null,
    Activo: false,
    HeaderCustom01: null,
    HeaderCustom02: null,
    HeaderCustom03: null,
  },
  PublicacionConsultadaAdfHook: { Callback: null, Activo: false, HeaderCustom01: null },
  PublicacionConsultadaAdfMail: { Email: null, Activo: false },
  PublicacionConsultadaHtmlMail: { EmailsCCO: null, Activo: false },
}

const FULL = {
  PublicacionConsultadaWebHook: {
    Callback: 'https://crm.example/hook',
    Secret: 'a secret of twenty-4',
    Activo: true,
    HeaderCustom01: { Name: 'X-One', Value: '1' },
    HeaderCustom02: null,
    HeaderCustom03: { Name: 'X-Three', Value: '3' },
  },
  PublicacionConsultadaAdfHook: {
    Callback: 'http://crm.example/adf',
    Activo: false,
    HeaderCustom01: { Name: 'X-Key', Value: 'k' },
  },
  PublicacionConsultadaAdfMail: { Email: 'adf@crm.example', Activo: true },
  PublicacionConsultadaHtmlMail: { EmailsCCO: 'a@x.example, b@x.example', Activo: true },
}

it('AGE-10, agencies/settings-unset: channels never configured have null members and are not active', () => {
  const { status, json } = send(miniatureWorld(), 'GET', ONE)
  expect(status).toBe(200)
  const { _links, ...channels } = json
  expect(channels).toEqual(UNSET)
  expect(_links).toHaveProperty('self')
})

it('agencies/notification-put: reads show the edit, the secret as null', () => {
  const result = put(FULL)
  const { _links, ...channels } = result.json
  expect(channels).toEqual({
    ...FULL,
    PublicacionConsultadaWebHook: { ...FULL.PublicacionConsultadaWebHook, Secret: null },
  })
  expect(send(result.world, 'GET', ONE).json).toEqual(result.json)
})

it('agencies/notification-put: absent channels and members stay, and a read can be sent back', () => {
  const { world } = put(FULL)
  const before = send(world, 'GET', ONE).json
  expect(put({}, world).json).toEqual(before)
  expect(put(before, world).json).toEqual(before)
  expect(put(before, world).world.agencies.get(MAIL)?.notifications).toEqual(
    world.agencies.get(MAIL)?.notifications,
  )
  const off = put({ PublicacionConsultadaWebHook: { Activo: false } }, world).json
  expect(off).toEqual({
    ...before,
    PublicacionConsultadaWebHook: { ...before.PublicacionConsultadaWebHook, Activo: false },
  })
  expect(keysOf(put(send(miniatureWorld(), 'GET', ONE).json))).toEqual([200])
})

it('agencies/notification-put: null clears a header and an address', () => {
  const { world } = put(FULL)
  const body = {
    PublicacionConsultadaWebHook: { HeaderCustom01: null },
    PublicacionConsultadaHtmlMail: { EmailsCCO: null },
    PublicacionConsultadaAdfMail: { Email: null, Activo: false },
  }
  const { json } = put(body, world)
  expect(json.PublicacionConsultadaWebHook).toMatchObject({
    HeaderCustom01: null,
    HeaderCustom03: { Name: 'X-Three', Value: '3' },
  })
  expect(json.PublicacionConsultadaHtmlMail).toEqual({ EmailsCCO: null, Activo: true })
  expect(json.PublicacionConsultadaAdfMail).toEqual({ Email: null, Activo: false })
})

const web = (more: object) => ({
  PublicacionConsultadaWebHook: { Callback: 'https://crm.example/', ...more },
})

it.each([
  [{ PublicacionConsultadaWebHook: { Activo: true } }, ['PublicacionConsultadaWebHook.Callback']],
  [
    { PublicacionConsultadaWebHook: { Callback: 'x', Activo: false } },
    ['PublicacionConsultadaWebHook.Callback'],
  ],
  [{ PublicacionConsultadaWebHook: 'https://crm.example/' }, ['PublicacionConsultadaWebHook']],
  [web({ Secret: 'x'.repeat(15) }), ['PublicacionConsultadaWebHook.Secret']],
  [web({ Activo: 'true' }), ['PublicacionConsultadaWebHook.Activo']],
  [
    web({ HeaderCustom03: { Name: 'Notification-Topic', Value: 'x' } }),
    ['PublicacionConsultadaWebHook.HeaderCustom03.Name'],
  ],
  [
    { PublicacionConsultadaAdfHook: { Callback: 'ftp://crm.example', Activo: true } },
    ['PublicacionConsultadaAdfHook.Callback'],
  ],
  [{ PublicacionConsultadaAdfHook: { Activo: true } }, ['PublicacionConsultadaAdfHook.Callback']],
  [{ PublicacionConsultadaAdfMail: { Activo: true } }, ['PublicacionConsultadaAdfMail.Email']],
  [{ PublicacionConsultadaAdfMail: { Email: 'adf' } }, ['PublicacionConsultadaAdfMail.Email']],
  [
    { PublicacionConsultadaHtmlMail: { EmailsCCO: 'a@x.example;b@x.example' } },
    ['PublicacionConsultadaHtmlMail.EmailsCCO'],
  ],
  [
    { PublicacionConsultadaHtmlMail: { EmailsCCO: 'a@x.example, b' } },
    ['PublicacionConsultadaHtmlMail.EmailsCCO'],
  ],
  [
    { PublicacionConsultadaHtmlMail: { EmailsCCO: ['a@x.example'] } },
    ['PublicacionConsultadaHtmlMail.EmailsCCO'],
  ],
  [
    {
      PublicacionConsultadaAdfHook: { Callback: 'x' },
      PublicacionConsultadaAdfMail: { Email: 'x' },
      PublicacionConsultadaHtmlMail: { EmailsCCO: 'x' },
      PublicacionConsultadaWebHook: { Callback: 1, Secret: 'x' },
    },
    [
      'PublicacionConsultadaAdfHook.Callback',
      'PublicacionConsultadaAdfMail.Email',
      'PublicacionConsultadaHtmlMail.EmailsCCO',
      'PublicacionConsultadaWebHook.Callback',
      'PublicacionConsultadaWebHook.Secret',
    ],
  ],
])('AGE-10, events/callback-form: %j is 400 on %j and changes nothing', (body, keys) => {
  const world = miniatureWorld()
  const result = put(body, world)
  expect(keysOf(result)).toEqual([400, ...keys])
  expect(result.world).toBe(world)
})

/** What an edit can say of a channel without saying `Activo`. */
const SILENT = {
  PublicacionConsultadaWebHook: [{}, { Callback: 'https://crm.example/' }, { HeaderCustom02: null }],
  PublicacionConsultadaAdfHook: [{}, { Callback: 'https://crm.example/' }, { HeaderCustom01: null }],
  PublicacionConsultadaAdfMail: [{}, { Email: 'adf@crm.example' }, { Email: null }, { Email: '' }],
  PublicacionConsultadaHtmlMail: [{}, { EmailsCCO: 'a@x.example' }, { EmailsCCO: null }, { EmailsCCO: '' }],
} as const

it.each(Object.entries(SILENT))(
  'agencies/notification-put: %s is as active after a silent edit as before',
  (channel, edits) => {
    const active = (world: ReturnType<typeof miniatureWorld>) => send(world, 'GET', ONE).json[channel].Activo
    const off = put({ [channel]: { Activo: false } }).world
    const on = put({ [channel]: { ...FULL[channel as keyof typeof FULL], Activo: true } }).world
    for (const more of [...edits.map((edit) => ({ [channel]: edit })), { [channel]: null }, {}]) {
      const named = JSON.stringify(more)
      for (const world of [miniatureWorld(), off]) {
        const { status, world: after } = put(more, world)
        expect([named, status, active(after)]).toEqual([named, 200, false])
      }
      const edited = put(more, on)
      // An edit that takes the address of an active channel away is refused.
      expect([named, edited.status === 400 || active(edited.world)]).toEqual([named, true])
      // The channels that it does not name stay as they were.
      const others = Object.keys(SILENT).filter((name) => name !== channel)
      const view = (world: ReturnType<typeof miniatureWorld>) =>
        others.map((name) => send(world, 'GET', ONE).json[name])
      expect(view(edited.world)).toEqual(view(on))
    }
  },
)

it('ERR-07, ERR-08: 404 for an agency of another app, 403 for an app that only reads', () => {
  expect(send(miniatureWorld(), 'GET', `/v3/notificaciones/${OTHER_MAIL}`).status).toBe(404)
  expect(send(miniatureWorld(), 'PUT', `/v3/notificaciones/${OTHER_MAIL}`, { body: {} }).status).toBe(404)
  expect(send(miniatureWorld(), 'PUT', ONE, { body: {}, app: 'lector' }).status).toBe(403)
  expect(send(miniatureWorld(), 'GET', ONE, { app: 'lector' }).json._links).not.toHaveProperty('editar')
})
