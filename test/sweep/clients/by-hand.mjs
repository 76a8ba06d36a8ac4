/** Weak: it builds addresses by hand, and treats every `href` as a path. */
const base = process.env.PLAYA_URL
const read = async (url) => {
  const response = await fetch(url)
  if (!response.ok) process.exit(1)
  return response.json()
}
const entry = await read(`${base}/v3`)
const car = await read(`${base}/v3/publicaciones/${process.env.PLAYA_AGENCY}/PIN-0001`)
await read(base + car._links.self.href)
const branches = await read(`${base}/v3/sucursales/${process.env.PLAYA_AGENCY}`)
if (!entry._links || !Array.isArray(branches._entries)) process.exitCode = 1
