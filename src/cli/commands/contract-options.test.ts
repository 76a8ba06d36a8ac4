import { afterEach, expect, it, vi } from 'vitest'
import { checkOptions, contractSettings } from './contract-options.ts'

const OTHERS = { agency: 'ventas@lospinos.example' }

afterEach(() => {
  vi.unstubAllEnvs()
})

it('options of the command line reach the kit', async () => {
  const settings = contractSettings(['http://127.0.0.1:1'], {
    agency: 'ventas@lospinos.example',
    strangerAgency: 'otra@agencia.example',
    preconditionHeader: 'X-Etag',
    touchWebhooks: true,
  })
  const options = await checkOptions(settings)
  expect(options).toMatchObject({
    strangerAgency: 'otra@agencia.example',
    preconditionHeader: 'X-Etag',
    touchWebhooks: true,
  })
  expect(options.otherApp).toBeUndefined()
})

it('the second app takes its credentials from variables of its own', async () => {
  vi.stubEnv('PLAYA_OTHER_KEY', 'k-2')
  vi.stubEnv('PLAYA_OTHER_SECRET', 's-2')
  const given = { ...OTHERS, otherAuth: 'basic' }
  expect((await checkOptions(contractSettings(['http://127.0.0.1:1'], given))).otherApp).toEqual({
    auth: { kind: 'basic', key: 'k-2', secret: 's-2' },
  })
  vi.stubEnv('PLAYA_OTHER_KEY', '')
  await expect(checkOptions(contractSettings(['http://127.0.0.1:1'], given))).rejects.toThrow(
    '--other-auth basic needs the variable PLAYA_OTHER_KEY',
  )
})

it('headers of both apps name variables of the environment', async () => {
  vi.stubEnv('CLAVE_DOS', 'c-2')
  const given = { ...OTHERS, header: ['X-Sitio: uno'], otherHeader: ['X-Clave: $' + '{CLAVE_DOS}'] }
  const options = await checkOptions(contractSettings(['http://127.0.0.1:1'], given))
  expect(options).toMatchObject({
    headers: { 'X-Sitio': 'uno' },
    otherApp: { auth: { kind: 'none' }, headers: { 'X-Clave': 'c-2' } },
  })
  const missing = { ...OTHERS, header: ['X-Clave: $' + '{CLAVE_TRES}'] }
  expect(() => contractSettings(['http://127.0.0.1:1'], missing)).toThrow(
    '--header X-Clave needs the variable CLAVE_TRES',
  )
})
