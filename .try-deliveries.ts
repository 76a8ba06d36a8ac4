import { check } from '/work/main/src/kit-entry.ts'
import { createApp } from '/work/main/src/sandbox/app.ts'
import { Sandbox } from '/work/main/src/sandbox/sandbox.ts'
const fast = process.argv.includes('fast')
const only = process.argv.includes('all') ? undefined : ['deliveries']
for (let i=0;i<3;i++){
const sandbox = await Sandbox.open({ scenario: 'demo', ...(fast ? {} : { nowMs: Date.parse('2026-03-01T12:00:00-03:00') }) })
if (fast) sandbox.agenda.set(sandbox.worlds.need('default'), { running: true, speed: 86400 })
const app = createApp(sandbox)
const report = await check({ url: 'http://playa.localhost', agency: 'ventas@lospinos.example', fetch: async (r) => app.fetch(r), ...(only && { only }), ...(fast && { patienceMs: 5000 }) })
if (i===0) for (const c of report.clauses.filter(c => c.section.startsWith('deliver'))) console.log(c.verdict, c.id, Math.round(c.tookMs), c.reason ?? '', c.violation ? c.violation.expected + ' / ' + c.violation.got : '')
if (i===0) console.log(report.learned.filter(l => l.clause.startsWith('deliver')).map(l => l.id + '=' + l.option).join(' '))
console.log(report.exitCode, report.tookMs, report.left, JSON.stringify(report.summary), report.clauses.filter(c=>c.verdict==='failed').map(c=>c.id+JSON.stringify([c.violation?.expected,c.violation?.got])))
const hooks = await (await app.fetch(new Request('http://playa.localhost/v3/appnotificaciones'))).json()
if (i===0) console.log(JSON.stringify(hooks.TopicsConfigurados.map((c:any)=>[c.Topic,c.Config.Callback,c.Config.Activo])))
}
