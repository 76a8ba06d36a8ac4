import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { expect, it } from 'vitest'
import { installedPlaya, node, scratch, script } from './installed.ts'

const AGENCY = 'ventas@lospinos.example'

it('playa makes a sandbox in the process and on a socket', async () => {
  const { code, stdout, stderr } = await script(`
    import { createSandbox } from 'playa'
    const sandbox = await createSandbox({ scenario: 'two-apps' })
    const inside = await (await sandbox.fetch('/v3')).json()
    const { url, close } = await sandbox.listen()
    const outside = await (await fetch(url + '/v3')).json()
    const page = await fetch(url + '/_playa/ui', { headers: { Accept: 'text/html' } })
    await close()
    console.log(JSON.stringify({ inside: Object.keys(inside), outside: Object.keys(outside), page: page.status }))
  `)
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
  const { inside, outside, page } = JSON.parse(stdout)
  expect(inside).toContain('_links')
  expect({ outside, page }).toEqual({ outside: inside, page: 200 })
})

it('playa/kit checks the sandbox', async () => {
  const { code, stdout, stderr } = await script(`
    import { createSandbox } from 'playa'
    import { check, clauses, junitReport } from 'playa/kit'
    const { url, close } = await (await createSandbox()).listen()
    const report = await check({ url, agency: '${AGENCY}', only: ['entry-point', 'errors'] })
    await close()
    const verdicts = report.clauses.map(({ verdict }) => verdict)
    console.log(JSON.stringify({ verdicts, known: clauses.length, junit: junitReport(report).slice(0, 5) }))
  `)
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
  const { verdicts, known, junit } = JSON.parse(stdout)
  expect(verdicts.length).toBeGreaterThan(5)
  expect(verdicts.filter((verdict: string) => verdict === 'failed' || verdict === 'broken')).toEqual([])
  expect(known).toBeGreaterThan(100)
  expect(junit).toBe('<?xml')
})

it('playa/vitest has a test with a world, saved when it fails, and registers clauses as tests', async () => {
  const folder = scratch()
  writeFileSync(
    join(folder, 'conformance.test.mjs'),
    `import { createSandbox } from 'playa'
     import { conformance, test } from 'playa/vitest'
     const sandbox = await createSandbox()
     const fetch = (request) => sandbox.fetch(request)
     test.fails('a client: it fails', async ({ world }) => {
       await world.fetch('/v3')
       throw new Error('the client is wrong')
     })
     conformance({ url: 'http://sandbox.example', agency: '${AGENCY}', fetch, only: ['entry-point'] })`,
  )
  const vitest = join(installedPlaya().folder, 'node_modules', 'vitest', 'vitest.mjs')
  const { code, stdout, stderr } = await node(vitest, 'run', '--root', folder, '--reporter', 'json')
  expect(code, stdout + stderr).toBe(0)
  const { numPassedTests, numFailedTests } = JSON.parse(stdout)
  expect(numFailedTests).toBe(0)
  expect(numPassedTests).toBeGreaterThan(0)
  const saved = readFileSync(join(installedPlaya().folder, 'playa-failures', 'a-client-it-fails.playa'))
  expect(JSON.parse(gunzipSync(saved).toString()).journal).toHaveLength(1)
})

it('playa/webhooks is one file without imports, and verifies a delivery of the sandbox', async () => {
  const { package: installed } = installedPlaya()
  expect(readFileSync(join(installed, 'dist', 'webhooks.js'), 'utf8')).not.toMatch(/^import|\bfrom "/m)
  const { code, stdout, stderr } = await script(`
    import { createRequire } from 'node:module'
    import { verifySignature } from 'playa/webhooks'
    const { vectors } = createRequire(import.meta.url)('playa/webhook-signatures.json')
    const results = vectors.map(({ headers, secret, ...options }) => {
      const { name, verified, signed, code, ...known } = options
      return verifySignature(headers, secret, known)
    })
    const wrong = (await Promise.all(results)).filter((result, i) => result.verified !== vectors[i].verified)
    console.log(JSON.stringify({ vectors: vectors.length > 20, wrong }))
  `)
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
  expect(JSON.parse(stdout)).toEqual({ vectors: true, wrong: [] })
})

it('data files are found under their names', async () => {
  const { code, stdout, stderr } = await script(`
    import { createRequire } from 'node:module'
    const require = createRequire(import.meta.url)
    console.log(require('playa/package.json').name, require('playa/report.schema.json').$schema)
  `)
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
  expect(stdout).toBe('playa https://json-schema.org/draft/2020-12/schema\n')
})
