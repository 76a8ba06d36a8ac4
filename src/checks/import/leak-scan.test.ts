import { expect, it } from 'vitest'
import { readPeoplePool } from '../../sandbox/fixtures/people-pool.ts'
import { leaksIn } from './leak-scan.ts'
import { scrubber } from './scrubber.ts'

const kept = new Set(['admin@agency.example'])

const noted = () => {
  const scrub = scrubber(readPeoplePool(), 1, kept)
  scrub.note('name', 'Elisa')
  scrub.note('name', 'Blanco Sáez')
  scrub.note('name', 'Paz')
  scrub.note('mail', 'elisa@live.example')
  scrub.note('mail', 'admin@agency.example')
  scrub.note('phone', '+54 9 351 444-0524')
  scrub.note('address', 'Los Aromos 1250')
  scrub.note('text', '¿Me lo guardan hasta el sábado?')
  return scrub
}

it('a copied value of each kind is found where it stands', () => {
  const file = {
    lead: { Nombre: 'elisa', Comentario: 'Hola: ¿me lo guardan hasta el sábado? Gracias' },
    cc: 'gerencia@live.example,Elisa@live.example',
    operator: {
      Telefonos: ['54 9 3514440524'],
      Direccion: 'los aromos 1250, 2.º B',
      Email: 'admin@agency.example',
    },
    photo: 'https://fotos.example/elisa%40live.example/1.jpg',
    car: { Modelo: 'Elisa', Kilometraje: 5_493_514_440_524 },
  }
  expect(leaksIn(file, noted().originals, kept)).toEqual([
    { kind: 'name', path: 'lead.Nombre' },
    { kind: 'text', path: 'lead.Comentario' },
    { kind: 'mail', path: 'cc' },
    { kind: 'phone', path: 'operator.Telefonos.0' },
    { kind: 'address', path: 'operator.Direccion' },
    { kind: 'mail', path: 'photo' },
  ])
})

it('equal values get equal replacements, none is an original, and absent values stay absent', () => {
  const scrub = noted()
  const mail = scrub.mail('elisa@live.example')
  expect([scrub.mail('Elisa@live.example'), scrub.mail(null), scrub.mail('admin@agency.example')]).toEqual([
    mail,
    null,
    'admin@agency.example',
  ])
  const names = Array.from({ length: 300 }, (_, at) => scrub.firstName(`original ${at}`))
  expect(names).not.toContain('Elisa')
  expect(scrub.isPersonal('Llamar al +54 9 11 4444-0000')).toBe(true)
  expect(scrub.isPersonal('Único dueño, 68500 km, 2018')).toBe(false)
  expect(['de SAEZ', 'Blanco', 'Blanco (de Elisa)'].map((text) => scrub.isPersonal(text))).toEqual([
    true,
    true,
    true,
  ])
  expect(['Blanco', 'Blanco (de Elisa)'].map((text) => scrub.isPersonal(text, 2))).toEqual([false, true])
  expect(['en paz', 'de Elisa Paz'].map((text) => scrub.isPersonal(text, 2))).toEqual([false, true])
  expect(scrub.isPersonal('en paz')).toBe(false)
  // As people of the town write it.
  expect(scrub.isPersonal('Consultas al 444-0524')).toBe(true)
  expect(scrub.isPersonal('Referencia 444-0525')).toBe(false)
})

it('a scan for many originals is fast', () => {
  const file = { rows: Array.from({ length: 4_000 }, (_, at) => `Único dueño, ${at} km, papeles al día`) }
  const scanMs = (count: number) => {
    const scrub = scrubber(readPeoplePool(), 1, kept)
    for (let n = 0; n < count; n++) {
      scrub.note('mail', `persona${n}@live.example`)
      scrub.note('text', `Hola, quisiera saber si el auto ${n} sigue a la venta`)
    }
    const startMs = performance.now()
    expect(leaksIn(file, scrub.originals, kept)).toEqual([])
    for (const row of file.rows) expect(scrub.isPersonal(row)).toBe(false)
    return performance.now() - startMs
  }
  scanMs(10)
  // A comparison of each text with each original takes a hundred times as long.
  expect(scanMs(20_000) / Math.max(20, scanMs(200))).toBeLessThan(20)
})
