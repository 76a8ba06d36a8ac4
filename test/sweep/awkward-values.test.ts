import { expect, it } from 'vitest'
import { isCounted, variantId } from '../../src/sweep/verdicts/findings.ts'
import { sweepOf } from './sweep-of.ts'

/**
 * Weak clients and their careful twins: values that are lawful but awkward, and changes between two reads.
 */

const script = (code: string): string[] => ['node', '--input-type=module', '-e', code]

const reported = async (words: readonly string[], ...only: string[]) => {
  const { assumptions, faults, advice, stopped } = await sweepOf(words, { only })
  expect(stopped).toBe(null)
  return [...assumptions, ...faults, ...advice]
    .filter(isCounted)
    .map((entry) => [variantId(entry), entry.evidence?.conduct ?? null])
}

it('a value that is truncated when written back is reported, an unchanged one is not', async () => {
  const client = (amount: string, text: string) =>
    script(`const { PLAYA_URL, PLAYA_AGENCY } = process.env
      const car = PLAYA_URL + '/v3/publicaciones/' + PLAYA_AGENCY + '/PIN-0001'
      const response = await fetch(car)
      const { Precio, Descripcion, Color, VersionYear, Kilometraje } = await response.json()
      const body = { VersionYear, Kilometraje: Kilometraje + 1, Color, Descripcion: ${text},
        Precio: { ...Precio, Importe: ${amount} } }
      const headers = { 'Content-Type': 'application/json', 'If-Match': response.headers.get('etag') }
      const { status } = await fetch(car, { method: 'PUT', headers, body: JSON.stringify(body) })
      if (status !== 200) process.exit(1)`)
  expect(await reported(client('Precio.Importe', 'Descripcion'), 'awkward-values')).toEqual([])
  // Computed amounts and own texts do not count.
  expect(
    await reported(client('Math.round(Precio.Importe * 1.1)', '"Recién lavado."'), 'awkward-values'),
  ).toEqual([])
  expect(
    await reported(client('Math.trunc(Precio.Importe)', 'Descripcion.split("\\n")[0]'), 'awkward-values'),
  ).toEqual([
    [
      'awkward-values',
      expect.stringMatching(/^writes back changed values: Descripcion .* Precio\.Importe \d+\.87 as \d+$/),
    ],
  ])
  expect(await reported(client('Math.floor(Precio.Importe * 1.1)', 'Descripcion'), 'awkward-values')).toEqual(
    [['awkward-values', expect.stringContaining('cuts the cents off an amount that it computes')]],
  )
}, 120_000)

it('a client that misses an inquiry of the same second is reported, one that compares ids is not', async () => {
  const client = (isNew: string) =>
    script(`const { PLAYA_URL, PLAYA_AGENCY, PLAYA_CONTROL } = process.env
      const known = new Set()
      let last = ''
      const poll = async () => {
        const { _entries } = await (await fetch(PLAYA_URL + '/v3/consultas/' + PLAYA_AGENCY)).json()
        const fresh = _entries.filter(({ Momento, _links: { self: { href } } }) => ${isNew})
        for (const { Momento, _links } of fresh) { known.add(_links.self.href); if (Momento > last) last = Momento }
        return fresh.length
      }
      await poll()
      await fetch(PLAYA_CONTROL + '/worlds/default/inquiries', {
        method: 'POST', headers: { 'Content-Type': 'application/json' }, body: '{}' })
      if (await poll() !== 1) process.exit(1)`)
  expect(await reported(client('!known.has(href)'), 'same-second')).toEqual([])
  expect(await reported(client('Momento > last'), 'same-second')).toEqual([
    ['same-second', 'misses an inquiry of the same second as the last one seen'],
  ])
}, 120_000)

it('a client that does not recognise ids in another case or notice changes of others is reported', async () => {
  const client = (key: string, isSame: string) =>
    script(`const { PLAYA_URL, PLAYA_AGENCY } = process.env
      const url = PLAYA_URL + '/v3/publicaciones/' + PLAYA_AGENCY
      const headers = { 'Content-Type': 'application/json' }
      const list = async () => (await (await fetch(url)).json())._entries
      const stock = await list()
      const there = new Map((await list()).map((car) => [${key}(car.ExternalId), car]))
      for (const { ExternalId, Precio, Marca } of stock) {
        const car = there.get(${key}(ExternalId))
        const body = JSON.stringify({ ExternalId, Precio, Marca })
        if (!car) await fetch(url, { method: 'POST', headers, body })
        else if (Precio && !(${isSame})) await fetch(url + '/' + ExternalId, { method: 'PATCH', headers, body: JSON.stringify({ Precio }) })
      }
      if (stock.length < 5) await fetch(url + '/PIN-0001', { method: 'PATCH', headers, body: '{}' })
      await fetch(url + '/' + stock[0].ExternalId, { method: 'PATCH', headers, body: JSON.stringify({ Precio: stock[0].Precio }) })`)
  const only = ['ids-in-other-case', 'changed-between']
  const isAmount = 'car.Precio?.Importe === Precio.Importe'
  const lower = '((id) => id.toLowerCase())'
  expect(
    await reported(client(lower, `${isAmount} && car.Precio?.Moneda === Precio.Moneda`), ...only),
  ).toEqual([])
  expect(await reported(client('', isAmount), ...only)).toEqual([
    ['ids-in-other-case', expect.stringMatching(/^compares ids case-sensitively: it creates pin-0001, /)],
    [
      'changed-between',
      'edits publications with a changed Precio.Importe, but not those with a changed Precio.Moneda, which it writes too',
    ],
  ])
}, 120_000)

it('a client that fails on null settings, several problems or comments of several lines is reported', async () => {
  const client = (list: string, reason: string, line: string) =>
    script(`const { PLAYA_URL, PLAYA_AGENCY } = process.env
      const read = async (path) => (await fetch(PLAYA_URL + path)).json()
      const { PublicacionConsultadaHtmlMail } = await read('/v3/notificaciones/' + PLAYA_AGENCY)
      if (!Array.isArray(${list})) process.exit(1)
      const { Errors } = await read('/v3/marcas/bestmatch')
      if (!(${reason})) process.exit(2)
      const { _entries } = await read('/v3/consultas/' + PLAYA_AGENCY)
      const lines = _entries.map(({ Interesado }) => ${line}).join('\\n')
      if (lines.split('\\n').length !== _entries.length) process.exit(3)`)
  const only = ['bare-settings', 'further-problems', 'several-lines']
  const mails = 'PublicacionConsultadaHtmlMail.EmailsCCO'
  const ids = async (...given: Parameters<typeof client>) =>
    (await reported(client(...given), ...only)).map(([id]) => id)
  expect(
    await ids(`(${mails} ?? '').split(',')`, 'Errors.make', 'JSON.stringify(Interesado.Comentario)'),
  ).toEqual([])
  expect(
    await ids(`${mails}.split(',')`, "Object.keys(Errors)[0] === 'make'", 'Interesado.Comentario'),
  ).toEqual(['bare-settings', 'several-lines', 'further-problems'])
}, 120_000)

it('an edit that undoes a change from before its tag was read is reported', async () => {
  const client = (description: string, state: string) =>
    script(`const { PLAYA_URL, PLAYA_AGENCY } = process.env
      const car = PLAYA_URL + '/v3/publicaciones/' + PLAYA_AGENCY + '/PIN-0001'
      const former = await (await fetch(car)).json()
      const response = await fetch(car)
      const read = await response.json()
      const { Color, VersionYear, Kilometraje, Precio } = read
      const body = { VersionYear, Kilometraje, Color, Precio, Descripcion: ${description}, Activa: ${state} }
      const headers = { 'Content-Type': 'application/json', 'If-Match': response.headers.get('etag') }
      const { status } = await fetch(car, { method: 'PUT', headers, body: JSON.stringify(body) })
      if (status !== 200) process.exit(1)`)
  const only = ['changed-before-read', 'suspended-before-read']
  const { faults, advice } = await sweepOf(client('former.Descripcion', 'true'), { only })
  expect([...faults, ...advice].filter(isCounted).map((entry) => entry.evidence?.conduct)).toEqual([
    'undid a change of another client: it wrote back what it had read before',
    'activated what it had just read as suspended',
  ])
  const careful = await sweepOf(client('read.Descripcion', `read.EstadoActual === 'Activa'`), { only })
  expect([...careful.faults, ...careful.advice].filter(isCounted)).toEqual([])
})

it('a client that ignores the currency of amounts that its tests write is reported', async () => {
  const client = (test: string) =>
    script(`const { PLAYA_URL, PLAYA_AGENCY } = process.env
      const list = PLAYA_URL + '/v3/publicaciones/' + PLAYA_AGENCY
      const send = async (path, method, body) => (await fetch(list + path, { method,
        headers: { 'Content-Type': 'application/json' }, body: body && JSON.stringify(body) })).json()
      const car = { Marca: 'Toyota', Modelo: 'Corolla', VersionYear: 2026, Kilometraje: 0, Color: 'Rojo' }
      const price = (Moneda, Importe) => ({ Precio: { Moneda, Importe } })
      await send('', 'POST', { ...car, ExternalId: 'OWN-1', ...price('ARS', 9000000) })
      await send('', 'POST', { ...car, ExternalId: 'OWN-2', ...price('USD', 20000) })
      const own = [await send('/OWN-1', 'GET'), await send('/OWN-2', 'GET')]
      const failed = []
      const check = (name, isFine) => isFine || failed.push(console.log('not ok 1 - ' + name))
      ${test}
      // Another test checks a currency.
      check('currencies', own[0].Precio.Moneda === 'ARS')
      if (failed.length > 0) process.exit(1)`)
  const conductOf = async (test: string) =>
    (await reported(client(test), 'currency-unseen')).map(([, conduct]) => conduct)
  const sum = (isAffected: string) =>
    `const sum = own.filter((car) => ${isAffected}).reduce((all, { Precio }) => all + Precio.Importe, 0)`
  const uses = 'uses amounts without looking at their currency'
  expect(await conductOf(`${sum('true')}; check('sum', sum === 9020000)`)).toEqual([uses])
  expect(await conductOf(`${sum("car.Precio.Moneda === 'ARS'")}; check('sum', sum === 9000000)`)).toEqual([])
  const less = (currency: string) =>
    `const { Precio } = own[0]
     const less = await send('/OWN-1', 'PATCH', price(${currency}, Precio.Importe * 0.9))
     check('less', less.Precio.Importe > 0)`
  expect(await conductOf(less("'ARS'"))).toEqual([
    'computes what it writes without looking at the currency of the amount: ARS 8100000',
  ])
  expect(await conductOf(less('Precio.Moneda'))).toEqual([])
}, 120_000)

it('inquiries that tests make are swept like others, but expectations of tests about them do not count', async () => {
  const client = (csv: string, key: string, isLater: string) =>
    script(`const { PLAYA_URL, PLAYA_CONTROL, PLAYA_AGENCY } = process.env
      const lead = async (Nombre, momento) => (await (await fetch(PLAYA_CONTROL + '/worlds/default/inquiries', {
        method: 'POST', headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify({ externalid: 'PIN-0002', momento, interesado: { Nombre, Email: Nombre + '@a.example' } }),
      })).json()).href
      const hrefs = [await lead('Elsa', '2026-03-01T11:00:00-03:00'), await lead('Ana', '2026-03-01T11:30:00-03:00')]
      const read = async (href) => (await fetch(PLAYA_URL + new URL(href, PLAYA_URL).pathname)).json()
      const [one, other] = [await read(hrefs[0]), await read(hrefs[1])]
      const failed = []
      const check = (name, got, want) =>
        got === want || failed.push(console.log('not ok 1 - ' + name + '\\n  ' + got + ' !== ' + want))
      const name = ({ Interesado }) => Interesado?.Nombre ?? ''
      const quoted = (text) => /[",;\\n]/.test(text) ? '"' + text.replaceAll('"', '""') + '"' : text
      check('csv', [other.Auto.Estado, ${csv}, 'x'].join(','), 'usado,Ana,x')
      check('people', new Map([one, other].map((entry) => [${key}, entry])).size, 2)
      check('order', ${isLater}, true)
      check('literal', name(one), 'Elsa')
      if (failed.length > 0) process.exit(1)`)
  const only = ['leads-in-odd-texts', 'leads-of-one-person', 'mixed-offsets']
  const time = (entry: string) => `Date.parse(${entry}.Momento)`
  expect(
    await reported(
      client('quoted(name(other))', 'entry._links.self.href', `${time('other')} > ${time('one')}`),
      ...only,
    ),
  ).toEqual([])
  expect(
    await reported(client('name(other)', 'entry.Interesado.Email', 'other.Momento > one.Momento'), ...only),
  ).toEqual([
    ['mixed-offsets', null],
    ['leads-in-odd-texts', 'puts a text into CSV without quoting it'],
    ['leads-of-one-person', 'skips an inquiry from a person who has asked before'],
  ])
}, 120_000)
