import { expect, it } from 'vitest'
import { checkOptions, contractSettings } from './contract-options.ts'

it('options of the command line reach the kit', async () => {
  const settings = contractSettings(['http://127.0.0.1:1'], {
    agency: 'ventas@lospinos.example',
    strangerAgency: 'otra@agencia.example',
    preconditionHeader: 'X-Etag',
    touchWebhooks: true,
  })
  expect(await checkOptions(settings)).toMatchObject({
    strangerAgency: 'otra@agencia.example',
    preconditionHeader: 'X-Etag',
    touchWebhooks: true,
  })
})
