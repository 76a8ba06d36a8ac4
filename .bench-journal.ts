import { createApp } from './src/sandbox/app.ts'
import { Sandbox } from './src/sandbox/sandbox.ts'
import { kept } from './src/sandbox/journal/keep.ts'
import { Journal } from './src/sandbox/journal/journal.ts'
import { withoutSecrets } from './src/sandbox/journal/redaction.ts'
const sandbox = await Sandbox.open({ scenario: 'demo' })
const held = sandbox.worlds.need('default')
const raw = ['host', '127.0.0.1:46285', 'connection', 'keep-alive', 'Content-Type', 'application/json', 'If-Match', '"nope"', 'accept', '*/*', 'accept-language', '*', 'sec-fetch-mode', 'cors', 'user-agent', 'node', 'accept-encoding', 'gzip, deflate', 'content-length', '15']
const asked: any = (url: string, auth: string | null) => ({ method: 'GET', url, rawHeaders: () => raw, header: () => auth })
const answer: any = { status: 200, headers: {}, body: 'x'.repeat(1500), decided: { question: 'shown', operation: 'publications.read', because: [] }, facts: [] }
const time = (name: string, f: () => void, n = 300000) => { for (let i = 0; i < n / 3; i++) f(); let best = Infinity; for (let r = 0; r < 7; r++) { const s = process.hrtime.bigint(); for (let i = 0; i < n; i++) f(); best = Math.min(best, Number(process.hrtime.bigint() - s) / n) } console.log(name, best.toFixed(0), 'ns') }
const none: any = { kind: 'bytes', bytes: new Uint8Array(0) }
const body = JSON.stringify({ ExternalId: 'X-1', Marca: 'vw', Modelo: 'gol trend', VersionYear: 2018, Kilometraje: 61000, Color: 'Blanco', Precio: { Moneda: 'ARS', Importe: 15500000 }, Descripcion: 'Muy buen estado. '.repeat(20), Fotos: ['https://cdn.example/gol-1.jpg', 'https://cdn.example/gol-2.jpg'] })
const bytes: any = { kind: 'bytes', bytes: Buffer.from(body) }
console.log('body', body.length)
const j = new Journal()
const a1 = asked('http://127.0.0.1:4010/v3/publicaciones/ventas%40lospinos.example/PIN-0001', null)
const a2 = asked('http://127.0.0.1:4010/v3/publicaciones/ventas%40lospinos.example?pagina=2', 'Bearer demo-key')
time('kept read', () => { kept(a1, none, answer, held.world) })
time('kept read q+auth', () => { kept(a2, none, answer, held.world) })
time('kept write', () => { kept(a1, bytes, answer, held.world) })
time('redact body', () => { withoutSecrets(body) })
time('utf8', () => { Buffer.from(body).toString('utf8') })
time('whole note', () => { const n = j.next; const open = kept(a1, none, answer, held.world); const s = performance.now(); j.add({ n, wallMs: Date.now(), atMs: 1, request: open.request, answer: open.answer, before: held.world, after: held.world, tookMs: performance.now() - s } as any) })
time('journal.add', () => { const n = j.next; j.add({ n, wallMs: 1, atMs: 1, request: { method: 'GET', url: a1.url, rawHeaders: raw, body: { bytes: none.bytes, size: 0 }, app: null }, answer, before: held.world, after: held.world, tookMs: 0 } as any) })
time('2x perf.now', () => { performance.now(); performance.now() })
// full in-process
const app = createApp(sandbox)
const run = async (n: number) => { const s = process.hrtime.bigint(); for (let i = 0; i < n; i++) await app.fetch(new Request('http://playa.localhost/v3/publicaciones/ventas%40lospinos.example/PIN-0001')); return Number(process.hrtime.bigint() - s) / n }
const add = Journal.prototype.add
await run(5000)
const on: number[] = [], off: number[] = []
for (let r = 0; r < 12; r++) { Journal.prototype.add = add; on.push(await run(4000)); Journal.prototype.add = function () {} as any; off.push(await run(4000)) }
const med = (l: number[]) => l.sort((a, b) => a - b)[l.length >> 1]!
console.log('in-process GET on', med(on), 'add off', med(off))
