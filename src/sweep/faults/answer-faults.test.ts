import { expect, it } from 'vitest'
import { answerFaults } from './answer-faults.ts'
import { contentFaults } from './content-faults.ts'
import type { ArrivingCall, FaultInjection, InjectedWorld } from './fault-injection.ts'
import { idFaults } from './id-faults.ts'
import { packageFaults } from './package-faults.ts'
import { priceFaults } from './price-faults.ts'

const faults = { ...answerFaults, ...idFaults, ...contentFaults, ...packageFaults, ...priceFaults }

const NOW_MS = Date.parse('2026-03-01T12:00:00-03:00')

/** Returns the changed answer and its length header, and whether the fault reports that it acted. */
const withFault = async (fault: keyof typeof faults, value: unknown) => {
  let acted = false
  // Faults of answers use only this member of a world, and the operation, target and body of a request.
  const world = { mark: () => (acted = true) } as unknown as InjectedWorld
  const call = {
    method: 'GET',
    target: '/v3',
    operation: 'agencies.operators',
    body: Buffer.from(''),
  } as unknown as Parameters<NonNullable<FaultInjection['before']>>[1]
  const injection: FaultInjection = faults[fault].injection(NOW_MS)
  const step = await injection.before?.(world, call)
  const given = JSON.stringify(value)
  const headers = { 'Content-Type': 'application/json', 'Content-Length': `${Buffer.byteLength(given)}` }
  const response = new Response(given, { headers })
  const changed = step ? await step(response) : response
  return { text: await changed.text(), length: changed.headers.get('content-length'), acted }
}

const BARE = { Laborable: null, PreFestivo: null, Festivo: null, Telefono: null }

const CAR = { EstadoActual: 'Activa', OperadorResponsable: 'a@b.example', Marca: 'Fiat', Fotos: ['a'] }

const BARE_CAR = {
  ...CAR,
  ...Object.fromEntries(
    [
      'RefStock',
      'Vin',
      'Version',
      'Color',
      'Descripcion',
      'CertificadoDeGarantiaUsado',
      'Telefono',
      'Locacion',
    ].map((name) => [name, null]),
  ),
  Fotos: [],
}

const OFFER = {
  Interesado: { Email: 'a@b.example', InfoOperacion: { FinanciacionDeseada: { Adelanto: { Importe: 1 } } } },
  Auto: null,
}

const changes: readonly { fault: keyof typeof faults; given: object; expected?: object }[] = [
  {
    fault: 'fewer-links',
    given: { _links: { first: 1, last: 1, prev: 1, next: { href: '/n' } } },
    expected: { _links: { next: { href: '/n' } } },
  },
  {
    fault: 'fewer-links',
    given: [
      { Pagina: 1, Total: 3, PerPagina: 2, _entries: [] },
      { Desde: '', Total: 3 },
    ],
    expected: [{ _entries: [] }, { Desde: '', Total: 3 }],
  },
  {
    fault: 'nulls',
    given: ['10:00:00', '10:00:01'].map((time) => ({ Momento: `2026-02-01T${time}-03:00`, ...OFFER })),
    expected: [
      {
        Momento: '2026-02-01T10:00:00-03:00',
        Auto: null,
        Interesado: { Email: 'a@b.example', InfoOperacion: null },
      },
      {
        Momento: '2026-02-01T10:00:01-03:00',
        Auto: null,
        Interesado: { Email: null, InfoOperacion: { FinanciacionDeseada: { Adelanto: null } } },
      },
    ],
  },
  {
    fault: 'mail-case',
    given: { AdminMail: 'a@b.example', OperadorResponsable: null, Email: 'c@b.example' },
    expected: { AdminMail: 'a@B.Example', OperadorResponsable: null, Email: 'c@b.example' },
  },
  {
    fault: 'others-members',
    given: [{ EstadoActual: 'Activa', Cuota: null }, { Cuota: null }],
    expected: [{ EstadoActual: 'Activa', Cuota: { Moneda: 'ARS', Importe: 1 } }, { Cuota: null }],
  },
  {
    fault: 'fractions',
    given: { Momento: '2026-02-01T10:00:00-03:00' },
    expected: { Momento: '2026-02-01T10:00:00.000-03:00' },
  },
  {
    fault: 'utc-times',
    given: { Momento: '2026-02-01T22:00:00-03:00' },
    expected: { Momento: '2026-02-02T01:00:00Z' },
  },
  {
    fault: 'further-members',
    given: {
      Match: { _links: {}, Precio: { Importe: 1 } },
      _entries: [{ title: 'a' }],
      _links: { self: { href: '/' } },
    },
    expected: {
      Match: { _links: {}, Precio: { Importe: 1 }, MiembroNuevo: 'agregado después' },
      _entries: [{ title: 'a', MiembroNuevo: 'agregado después' }],
      _links: { self: { href: '/' } },
      MiembroNuevo: 'agregado después',
    },
  },
  {
    fault: 'photo-copies',
    given: { Fotos: ['https://a.example/1.jpg'] },
    expected: { Fotos: ['https://fotos.example/1-1.jpg'] },
  },
  {
    fault: 'currency-names',
    given: { Precio: { Moneda: 'ARS' } },
    expected: { Precio: { Moneda: 'Peso argentino' } },
  },
  {
    fault: 'other-level',
    given: { Exposicion: 'Alta', Version: 'XEi' },
    expected: { Exposicion: 'Media', Version: 'XEi (serie)' },
  },
  {
    fault: 'no-views',
    given: { _entries: [{ Fecha: '2026-02-28', Visitas: 24 }] },
    expected: { _entries: [{ Fecha: '2026-02-28', Visitas: 0 }] },
  },
  {
    fault: 'spaced-mails',
    given: { PublicacionConsultadaHtmlMail: { EmailsCCO: 'a@b.example,c@d.example' } },
    expected: { PublicacionConsultadaHtmlMail: { EmailsCCO: 'a@b.example, c@d.example' } },
  },
  {
    fault: 'former-operator',
    given: { Momento: '2026-02-01T22:00:00-03:00', OperadorResponsable: 'a@b.example' },
    expected: { Momento: '2026-02-01T22:00:00-03:00', OperadorResponsable: 'antes@agencia.example' },
  },
  {
    fault: 'bare-branches',
    given: { Descripcion: 'Norte', Laborable: { Desde: '09:00' }, Email: 'a@b.example' },
    expected: { Descripcion: 'Norte', ...BARE, Email: null },
  },
  {
    fault: 'bare-branches',
    given: { _entries: [{ Descripcion: 'Norte', ...BARE, Email: null, _links: {} }] },
    expected: {
      _entries: ['Norte', null].map((Descripcion) => ({ Descripcion, ...BARE, Email: null, _links: {} })),
    },
  },
  {
    fault: 'former-phone',
    given: { EstadoActual: 'Activa', Telefono: '+54 11 4000-0000' },
    expected: { EstadoActual: 'Activa', Telefono: '+54 11 5555-0998' },
  },
  {
    fault: 'currency-unseen',
    given: [
      { Moneda: 'ARS', Importe: 5 },
      { Moneda: 'USD', Importe: 5 },
    ],
    expected: [
      { Moneda: 'USD', Importe: 5 },
      { Moneda: 'ARS', Importe: 5 },
    ],
  },
  {
    fault: 'odd-cars',
    given: { EstadoActual: 'Activa', Precio: {}, Marca: 'Fiat', Modelo: 'Uno', Version: '1.3' },
    expected: {
      EstadoActual: 'Activa',
      Precio: {},
      Marca: 'Fiat Benz',
      Modelo: 'Uno S 5 p',
      Version: '1.3 N y Co',
    },
  },
  {
    fault: 'ids-falling',
    given: [{ href: '/v3/consultas/a@b.example/1' }, { href: '/v3/consultas/a@b.example?pagina=1' }],
    expected: [{ href: '/v3/consultas/a@b.example/7999999' }, { href: '/v3/consultas/a@b.example?pagina=1' }],
  },
  {
    fault: 'lists-reordered',
    given: { Telefonos: ['a', 'b'], Fotos: ['1', '2'], Carrocerias: ['a', 'b', 'c'] },
    expected: { Telefonos: ['b', 'a'], Fotos: ['1', '2'], Carrocerias: ['b', 'c', 'a'] },
  },
  {
    fault: 'new-words',
    given: {
      Momento: '2026-02-01T10:00:00-03:00',
      OrigenLead: 'form',
      Auto: { Estado: 'usado' },
      Interesado: null,
    },
    expected: {
      Momento: '2026-02-01T10:00:00-03:00',
      OrigenLead: 'redes',
      Auto: { Estado: 'demo' },
      Interesado: null,
    },
  },
  {
    fault: 'mixed-offsets',
    given: [{ Momento: '2026-02-01T22:00:00-03:00' }, { Momento: '2026-02-01T21:01:00-03:00' }],
    expected: [{ Momento: '2026-02-01T22:00:00-03:00' }, { Momento: '2026-02-02T12:01:00+12:00' }],
  },
  {
    fault: 'mixed-offsets',
    given: ['21', '22', '23', '22'].map((hour) => ({ Momento: `2026-02-01T${hour}:00:00-03:00` })),
    // Each that is newer than all before looks older than the first.
    expected: [
      '2026-02-01T21:00:00-03:00',
      '2026-02-01T13:00:00-12:00',
      '2026-02-01T14:00:00-12:00',
      '2026-02-02T13:00:00+12:00',
    ].map((Momento) => ({ Momento })),
  },
  {
    fault: 'templates',
    given: { href: '/v3/marcas{?q,pagina}', templated: true },
    expected: { href: '/v3/marcas{?orden,pagina,q}', templated: true },
  },
  {
    fault: 'templates-continued',
    given: { href: '/v3/marcas{?q,pagina}', templated: true },
    expected: { href: '/v3/marcas?v=3{&q,pagina}', templated: true },
  },
  {
    fault: 'odd-texts',
    given: {
      Momento: '2026-02-01T10:00:00-03:00',
      Interesado: { Nombre: 'Ana', Apellido: null, Email: 'a' },
    },
    expected: {
      Momento: '2026-02-01T10:00:00-03:00',
      Interesado: { Nombre: `Ana, "Ñata"; <b>O'Neil</b> & ☕`, Apellido: null, Email: 'a' },
    },
  },
  {
    fault: 'odd-texts',
    given: { Momento: '2026-02-01T10:00:00-03:00', Interesado: { Comentario: 'Hola' } },
    expected: {
      Momento: '2026-02-01T10:00:00-03:00',
      Interesado: { Comentario: `Hola, "Ñata"; <b>O'Neil</b> & ☕ <3${' ñandú €😀'.repeat(200)}` },
    },
  },
  {
    fault: 'other-titles',
    given: [
      { href: '/v3/consultas/a@b.example/1', title: 'Ana, Fiat Uno' },
      { href: '/v3/publicaciones/a@b.example/1', title: 'Fiat Uno 1.3 2020' },
    ],
    expected: [
      { href: '/v3/consultas/a@b.example/1', title: 'Ver' },
      { href: '/v3/publicaciones/a@b.example/1', title: 'Fiat, Uno 1.3 (2020)' },
    ],
  },
  {
    fault: 'one-moment',
    given: [{ Momento: '2026-02-01T22:00:00-03:00' }, { Momento: '2026-03-01T11:59:59-03:00' }],
    expected: [{ Momento: '2026-02-01T12:00:00-03:00' }, { Momento: '2026-03-01T11:59:59-03:00' }],
  },
  {
    fault: 'nulls-absent',
    given: { Auto: { Precio: null, Color: 'Rojo' } },
    expected: { Auto: { Color: 'Rojo' } },
  },
  {
    fault: 'no-prices',
    given: { _entries: [{ EstadoActual: 'Activa', Precio: { Importe: 1 } }, { Precio: 2 }] },
    expected: { _entries: [{ EstadoActual: 'Activa', Precio: null }, { Precio: 2 }] },
  },
  {
    fault: 'new-fuel',
    given: { Propulsion: 'Nafta', Potencia: '1', Marca: 'Fiat' },
    expected: { Propulsion: 'Hidrógeno', Potencia: '1', Marca: 'Fiat' },
  },
  {
    fault: 'bare-cars',
    given: [{ ...CAR, Kilometraje: 9 }, { ...CAR, Kilometraje: 0 }, { EstadoActual: 'Activa' }],
    expected: [
      { ...BARE_CAR, Kilometraje: 9, Fotos: ['a'] },
      { ...BARE_CAR, Kilometraje: 0 },
      { EstadoActual: 'Activa' },
    ],
  },
  {
    fault: 'other-versions',
    given: { VersionYear: 2020, Potencia: '140 CV', Cilindrada: null },
    expected: { VersionYear: null, Potencia: '140 CV', Cilindrada: null },
  },
  {
    fault: 'figures-in-words',
    given: { VersionYear: 2020, Potencia: '140 CV', Cilindrada: null },
    expected: { VersionYear: 2020, Potencia: 'aprox. 140 CV', Cilindrada: null },
  },
  {
    fault: 'empty-level',
    given: { Baja: { Pack: 9, Activas: 4 }, Alta: { Pack: 5, Activas: 3 }, _links: {} },
    expected: { Baja: { Pack: 9, Activas: 4 }, Alta: { Pack: 0, Activas: 0, Disponibles: 0 }, _links: {} },
  },
  {
    fault: 'bare-operators',
    given: { EsAdministradorAgencia: true, Telefonos: ['1'], Direcciones: [{}] },
    expected: { EsAdministradorAgencia: true, Telefonos: [], Direcciones: [] },
  },
  {
    fault: 'other-versions',
    given: { VersionYear: 2020, Precio: 1, InfoTecnica: [] },
    expected: { VersionYear: null, Precio: null, InfoTecnica: [] },
  },
  // A lead of today may belong to the client's own tests.
  { fault: 'new-words', given: { Momento: '2026-03-01T11:59:59-03:00', OrigenLead: 'form' } },
]

it.each(changes)('$fault changes $given', async ({ fault, given, expected = given }) => {
  const { text, length, acted } = await withFault(fault, given)
  expect(JSON.parse(text)).toEqual(expected)
  expect(length).toBe(`${Buffer.byteLength(text)}`)
  expect(acted).toBe(JSON.stringify(expected) !== JSON.stringify(given))
})

it('members that the client has written are shown unchanged, until a test resets the world', async () => {
  const injection: FaultInjection = faults['no-prices'].injection()
  const price = async (method: string, given: object = {}) => {
    const sent = { target: '/v3/publicaciones/a/A-1', operation: 'publications.read' }
    // As above.
    const call = { ...sent, method, body: Buffer.from(JSON.stringify(given)) } as unknown as ArrivingCall
    const step = await injection.before?.({ mark: () => {} } as unknown as InjectedWorld, call)
    const row = { ExternalId: 'A-1', EstadoActual: 'Activa', Precio: { Importe: 1 } }
    const answer: unknown = await (await step?.(Response.json(row)))?.json()
    return answer
  }
  expect(await price('GET')).toMatchObject({ Precio: null })
  expect(await price('PATCH')).toMatchObject({ Precio: null })
  expect(await price('PATCH', { Activa: true })).toMatchObject({ Precio: null })
  expect(await price('PATCH', { Precio: { Importe: 1 } })).toMatchObject({ Precio: { Importe: 1 } })
  expect(await price('GET')).toMatchObject({ Precio: { Importe: 1 } })
  await injection.before?.(
    // As above.
    { mark: () => {} } as unknown as InjectedWorld,
    { method: 'POST', target: '/_playa/worlds/default/reset', operation: undefined } as ArrivingCall,
  )
  expect(await price('GET')).toMatchObject({ Precio: null })
  expect(await price('POST')).toMatchObject({ Precio: { Importe: 1 } })
})

it('an edit that wipes what another client has added is reported, and one that keeps it is not', async () => {
  const { before }: FaultInjection = faults['others-members'].injection()
  const accusations = async (operation: string, text: string, isShown = true) => {
    const found: string[] = []
    // As above.
    const world = {
      mark: () => {},
      accuse: (reason: string) => found.push(reason),
    } as unknown as InjectedWorld
    const call = { target: '/v3/publicaciones/a@b.example/A-1', operation, body: Buffer.from(text) }
    const read = { ...call, operation: 'publications.read', body: Buffer.from('') } as unknown as ArrivingCall
    const row = { ExternalId: 'a-1', EstadoActual: 'Activa', RefStock: 'U-1', Cuota: null }
    const step = await before?.(world, read)
    if (isShown) await step?.(Response.json(row))
    void before?.(world, call as unknown as ArrivingCall)
    return found
  }
  // The client has not seen it yet.
  expect(await accusations('publications.edit', '{"Color": "Rojo"}', false)).toEqual([])
  expect(await accusations('publications.edit', '{"Color": "Rojo"}')).toEqual([
    'it wipes in an edit what another client has added: Cuota',
  ])
  expect(await accusations('publications.edit', '{"Cuota": null}')).toHaveLength(1)
  expect(await accusations('publications.edit', '{"Cuota": {"Moneda": "ARS", "Importe": 1}}')).toEqual([])
  expect(await accusations('publications.amend', '{"Cuota": null}')).toHaveLength(1)
  expect(await accusations('publications.amend', '{"Activa": false}')).toEqual([])
})

it('an edit that leaves out settings of another client is reported', async () => {
  const { before }: FaultInjection = faults['others-members'].injection()
  const accusations = async (text: string) => {
    const found: string[] = []
    // As above.
    const world = {
      mark: () => {},
      accuse: (reason: string) => found.push(reason),
    } as unknown as InjectedWorld
    const call = { target: '/v3/notificaciones/a@b.example', body: Buffer.from(text) }
    const step = await before?.(world, {
      ...call,
      operation: 'notifications.read',
      body: Buffer.from(''),
    } as unknown as ArrivingCall)
    const settings = {
      PublicacionConsultadaAdfHook: { Callback: null },
      PublicacionConsultadaAdfMail: { Email: 'a@b.example' },
    }
    const shown: unknown = await (await step?.(Response.json(settings)))?.json()
    expect(shown).toMatchObject({ PublicacionConsultadaAdfHook: { Activo: true } })
    void before?.(world, { ...call, operation: 'notifications.edit' } as unknown as ArrivingCall)
    return found
  }
  expect(await accusations('{"PublicacionConsultadaAdfMail": {}}')).toEqual([
    'it wipes in an edit what another client has added: PublicacionConsultadaAdfHook',
  ])
  expect(await accusations('{"PublicacionConsultadaAdfHook": {}}')).toEqual([])
})

it('a fault of inquiries can act on either half of them', async () => {
  const momentOf = async (half: 0 | 1 | undefined) => {
    const { before }: FaultInjection = faults['odd-texts'].injection(NOW_MS, half)
    // As above.
    const world = { mark: () => {} } as unknown as InjectedWorld
    const step = await before?.(world, { operation: 'inquiries.list' } as ArrivingCall)
    const inquiries = ['10:00:00', '10:00:03'].map((time) => ({
      Momento: `2026-02-01T${time}-03:00`,
      Interesado: { Nombre: 'Ana' },
    }))
    const changed = await (await step?.(Response.json(inquiries)))?.text()
    return JSON.parse(changed ?? '').map(
      (inquiry: (typeof inquiries)[number]) => inquiry.Interesado.Nombre !== 'Ana',
    )
  }
  const halves = [await momentOf(0), await momentOf(1)].sort()
  expect([await momentOf(undefined), ...halves]).toEqual([
    [true, true],
    [false, true],
    [true, false],
  ])
})

it('members of answers come in reverse order, and in every third answer in another', async () => {
  const injection: FaultInjection = faults['members-reordered'].injection()
  const texts: string[] = []
  for (let answer = 0; answer < 3; answer += 1) {
    // As above.
    const call = { operation: 'agencies.operators' } as Parameters<NonNullable<FaultInjection['before']>>[1]
    const step = await injection.before?.({ mark: () => {} } as unknown as InjectedWorld, call)
    texts.push((await (await step?.(Response.json({ a: 1, b: [{ c: 2, d: 3 }], e: 4 })))?.text()) ?? '')
  }
  expect(texts).toEqual([
    ...Array(2).fill('{"e":4,"b":[{"d":3,"c":2}],"a":1}'),
    '{"b":[{"d":3,"c":2}],"e":4,"a":1}',
  ])
})

it('json-spelling and chunked change the form of an answer, not its content', async () => {
  const value = { Descripcion: 'Único', Importe: 1 }
  const spelled = await withFault('json-spelling', value)
  expect(spelled.text).toBe('{\n  "Descripcion": "\\u00danico",\n  "Importe": 1\n}')
  expect(await withFault('chunked', value)).toEqual({
    text: JSON.stringify(value),
    length: null,
    acted: true,
  })
})

it('each chunk ends within a multi-byte character, if there is one', async () => {
  const injection: FaultInjection = faults.chunked.injection()
  // As above.
  const call = { operation: 'agencies.operators' } as Parameters<NonNullable<FaultInjection['before']>>[1]
  const step = await injection.before?.({ mark: () => {} } as unknown as InjectedWorld, call)
  const partsOf = async (text: string) => {
    const { body } = (await step?.(new Response(text))) ?? new Response()
    const parts: number[] = []
    for await (const part of body ?? []) parts.push(part.length)
    return parts
  }
  expect(await partsOf('Núñez')).toEqual([2, 5])
  expect(await partsOf('{"Apellido":"Núñez","Marca":"Citroën"}')).toEqual([15, 22, 4])
})

it('the problem of a conflict is under _, and other problems keep their members', async () => {
  const injection: FaultInjection = faults['conflict-of-entry'].injection()
  // As above.
  const call = { operation: 'publications.create' } as Parameters<NonNullable<FaultInjection['before']>>[1]
  const step = await injection.before?.({ mark: () => {} } as unknown as InjectedWorld, call)
  const errors = async (status: number) =>
    (await step?.(Response.json({ Errors: { ExternalId: ['Ya existe.'] } }, { status })))?.json()
  expect(await errors(409)).toEqual({ Errors: { _: ['Ya existe.'] } })
  expect(await errors(400)).toEqual({ Errors: { ExternalId: ['Ya existe.'] } })
})

it('inquiries of tests have nulls and new words under faults that only judge crashes', async () => {
  const lead = {
    Momento: '2026-03-01T12:00:00-03:00',
    OrigenLead: 'form',
    Auto: { Estado: 'usado', Precio: 1 },
  }
  const inquiry = { ...lead, Interesado: { Interes: 'compra', Nombre: 'Ana' } }
  expect(JSON.parse((await withFault('bare-leads', inquiry)).text)).toMatchObject({
    Auto: { Estado: 'usado', Precio: null },
    Interesado: { Interes: 'compra', Nombre: null },
  })
  expect(JSON.parse((await withFault('leads-in-new-words', inquiry)).text)).toMatchObject({
    OrigenLead: 'redes',
    Auto: { Estado: 'demo' },
    Interesado: { Interes: 'alquiler' },
  })
})
