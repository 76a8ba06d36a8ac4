/** Sends a request of the client to the server of `PLAYA_URL`. */
export const send = async <Answer>(url: string, options: RequestInit): Promise<Answer> => {
  const response = await fetch(`${process.env.PLAYA_URL}${url}`, options)
  const text = await response.text()
  const isJson = /\bjson\b/.test(response.headers.get('Content-Type') ?? '')
  const data = isJson ? JSON.parse(text) : text
  return { status: response.status, headers: response.headers, data } as Answer
}
