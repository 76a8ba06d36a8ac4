/** The zone of the scenarios, and the zones that are furthest ahead and behind. */
const [AGENCY, AHEAD, BEHIND] = ['Etc/GMT+3', 'Etc/GMT-14', 'Etc/GMT+12']

/**
 * Returns a zone in which it is another day than in the client's own one and, if there is one, in that of the
 * agency. `own` is the value of `TZ`; undefined or unknown: the zone of this machine.
 */
export const zoneOfAnotherDay = (wallMs: number, own: string | undefined): string => {
  const day = dayIn(own, wallMs)
  const others = [AHEAD, BEHIND].filter((zone) => dayIn(zone, wallMs) !== day)
  return others.find((zone) => dayIn(zone, wallMs) !== dayIn(AGENCY, wallMs)) ?? others[0] ?? AHEAD
}

const dayIn = (timeZone: string | undefined, wallMs: number): string => {
  try {
    return new Intl.DateTimeFormat('en-CA', timeZone ? { timeZone } : {}).format(wallMs)
  } catch {
    return dayIn(undefined, wallMs)
  }
}
