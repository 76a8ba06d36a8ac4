/** Weak: counts webhooks, not the notifications that they carry. */
import { createServer } from 'node:http'

const { PLAYA_URL, PLAYA_AGENCY, PLAYA_CONTROL } = process.env
const headers = { 'Content-Type': 'application/json' }
let count = 0
const receiver = createServer((request, response) => {
  request.resume()
  count += 1
  response.writeHead(204).end()
})
await new Promise((resolve) => receiver.listen(0, '127.0.0.1', resolve))
const Callback = `http://127.0.0.1:${receiver.address().port}/`
const send = (url, method, body) => fetch(url, { method, headers, body: JSON.stringify(body) })
await send(`${PLAYA_URL}/v3/appnotificaciones/publicacion-consultada`, 'PUT', { Callback, Activo: true })
await send(`${PLAYA_CONTROL}/worlds/default/inquiries`, 'POST', {
  adminMail: PLAYA_AGENCY,
  externalid: 'PIN-0001',
})
await new Promise((resolve) => setTimeout(resolve, 300))
process.exit(count === 1 ? 0 : 1)
