/** Weak: it treats every webhook as a new one, and the last to arrive as the newest state. */
import { createServer } from 'node:http'

const { PLAYA_URL, PLAYA_CONTROL, PLAYA_AGENCY } = process.env
const json = { 'Content-Type': 'application/json' }
const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms))

/** What the client believes: inquiries to answer, and the state of the car. */
const believed = { inquiries: 0, state: '' }
const server = createServer(async (request, response) => {
  let text = ''
  for await (const chunk of request) text += chunk
  const { Topic, Entidad } = JSON.parse(text)
  if (Topic === 'publicacion-consultada') believed.inquiries += 1
  else believed.state = Entidad.EstadoActual
  response.end()
})
await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve))
const Callback = `http://127.0.0.1:${server.address().port}/`

const send = async (method, url, body) => {
  const response = await fetch(url, { method, headers: json, ...(body && { body: JSON.stringify(body) }) })
  if (!response.ok) process.exit(1)
  return response
}
for (const topic of ['publicacion-consultada', 'publicacion-estado'])
  await send('PUT', `${PLAYA_URL}/v3/appnotificaciones/${topic}`, { Callback, Activo: true })
await send('POST', `${PLAYA_CONTROL}/worlds/default/inquiries`, {
  adminMail: PLAYA_AGENCY,
  externalid: 'PIN-0001',
})
const car = `${PLAYA_URL}/v3/publicaciones/${PLAYA_AGENCY}/PIN-0001`
await send('PATCH', `${car}/suspender`)
await send('PATCH', car, { Activa: true })
await pause(1_500)
server.close()
if (believed.inquiries !== 1 || believed.state !== 'Activa') {
  console.error(believed)
  process.exitCode = 1
}
