import { LeadSeriesView, LeadView } from '../../control/calls/leads.ts'
import { oneLine, painter } from '../support/terminal-text.ts'
import type { VerbExtensions } from './verb-extension.ts'

/** What `playa lead` adds: whether webhooks are notified, and one line for the lead. */
export const leadVerbs: VerbExtensions = {
  lead: {
    extend: (command) =>
      command
        .option('--notify', 'notify webhooks and channels, even of a lead of the past or of many')
        .option('--silent', 'notify no webhook and no channel'),
    prepare: (input, { notify, silent }) => ({
      ...input,
      ...(notify === true ? { notify: true } : silent === true ? { notify: false } : {}),
    }),
    print: (answer) => {
      const series = LeadSeriesView.safeParse(answer)
      return series.success ? seriesLine(series.data) : leadLines(LeadView.parse(answer))
    },
  },
}

const notified = (notify: boolean): string => (notify ? '' : ', no notifications')

const seriesLine = ({ count, adminMail, first, last, notify }: LeadSeriesView): string =>
  `${painter()('bold', `${count} leads`)} for ${oneLine(adminMail)}, from ${first} to ${last}${notified(notify)}`

const leadLines = ({ sid, href, adminMail, externalid, momento, operador, notify }: LeadView): string => {
  const on = externalid === null ? 'a car of the catalogue' : oneLine(externalid)
  const line = `${painter()('bold', `Lead ${sid}`)} on ${on} for ${oneLine(adminMail)}, to ${oneLine(operador)}`
  return `${line}, ${momento}${notified(notify)}\n  ${oneLine(href)}`
}
