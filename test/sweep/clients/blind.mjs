/** Weak: it repeats a create under a new id when there is no answer, and edits without `If-Match`. */
const base = process.env.PLAYA_URL
const agency = encodeURIComponent(process.env.PLAYA_AGENCY)
const json = { 'Content-Type': 'application/json' }
let last = 0

const create = async () => {
  for (;;) {
    last += 1
    const body = JSON.stringify({
      ExternalId: `STOCK-${last}`,
      Marca: 'Volkswagen',
      Modelo: 'Gol',
      VersionYear: 2019,
      Kilometraje: 45000,
      Color: 'Rojo',
      Precio: { Moneda: 'ARS', Importe: 9500000 },
      Fotos: ['https://fotos.example/1.jpg'],
    })
    try {
      const response = await fetch(`${base}/v3/publicaciones/${agency}`, {
        method: 'POST',
        headers: json,
        body,
      })
      if (response.status === 201) return response.headers.get('location')
      if (response.status < 429) throw new Error(await response.text())
    } catch (error) {
      if (error.name !== 'TypeError') throw error
    }
    await new Promise((resolve) => setTimeout(resolve, last > 5 ? 60_000 : 300))
  }
}

const target = await create()
const response = await fetch(new URL(target, base), {
  method: 'PATCH',
  headers: json,
  body: JSON.stringify({ Precio: { Moneda: 'ARS', Importe: 9000000 } }),
})
if (response.status !== 200) process.exitCode = 1
