/** What careful clients share: short failures are tried again, as late as the service says. */
export const base = process.env.PLAYA_URL
export const agency = encodeURIComponent(process.env.PLAYA_AGENCY)

const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms))

/** Sends a request until it has a whole response that is neither 429 nor 5xx. `isLost` tells that one was lost. */
export const send = async (target, { method = 'GET', body, headers } = {}) => {
  let isLost = false
  for (let attempt = 1; attempt <= 6; attempt += 1) {
    let seconds = 0
    try {
      const response = await fetch(new URL(target, base), {
        method,
        body: body && JSON.stringify(body),
        headers: {
          Accept: 'application/json',
          ...(body && { 'Content-Type': 'application/json' }),
          ...headers,
        },
      })
      const text = await response.text()
      const { status } = response
      if (status !== 429 && status < 500)
        return { status, isLost, text, etag: response.headers.get('etag'), json: () => JSON.parse(text) }
      seconds = Number(response.headers.get('retry-after') ?? 0)
    } catch {
      isLost = true
    }
    await pause(Math.max(seconds * 1_000, 40 * 2 ** attempt))
  }
  throw new Error(`${method} ${target} keeps failing`)
}
