/** Weak: tries again after 503, but not after a connection reset. */
for (let attempt = 1; attempt < 5; attempt += 1) {
  const { status } = await fetch(`${process.env.PLAYA_URL}/v3/publicaciones/${process.env.PLAYA_AGENCY}`)
  if (status === 200) process.exit(0)
  await new Promise((resolve) => setTimeout(resolve, 50 * attempt))
}
process.exit(1)
