import { dayOf } from '../../../contracts/support/inquiry-page.ts'
import { entriesOf, membersOf } from '../../../contracts/support/links.ts'
import { sameInAnyCase } from '../../text/same-in-any-case.ts'
import type { DescribedRequest } from '../history/described-request.ts'
import { isDone, isRemoved } from '../history/recorded-exchange.ts'
import type { AnswerJudgement } from './judgement.ts'

/** Rules on one page of inquiries: it holds what its query asks for, whatever the parameters are together (INQ-05). */
export const judgeInquiryPage = (
  judgement: AnswerJudgement,
  { operation, query }: DescribedRequest,
): void => {
  const { exchange } = judgement
  if (operation.id !== 'inquiries.list' || !isDone(exchange) || !exchange.isWhole) return
  const { Pagina, PerPagina, Total } = membersOf(exchange.json)
  const entries = entriesOf(exchange.json).map(membersOf)
  const accuse = (rule: string, because: string, [expected, got]: readonly [string, unknown]) =>
    judgement.accuse({ rule: `inquiries/${rule}`, because: [because, 'INQ-04'], expected, got })
  const asked = query.get('externalid')
  const ids = entries.map(({ Auto }) => membersOf(Auto)['ExternalId'])
  const other = ids.find((id) => typeof id === 'string' && !isRemoved(id) && !sameInAnyCase(id, asked ?? ''))
  if (asked && !isRemoved(asked) && other !== undefined)
    accuse('are-of-the-publication', 'INQ-05', [`inquiries on ${asked} only`, `one on ${other || 'none'}`])
  // Whether days are those of the agency's zone or of UTC is open (`common/time-zone`), so one more is lawful.
  const days = entries.flatMap(({ Momento }) =>
    typeof Momento === 'string' && !Number.isNaN(Date.parse(Momento)) ? [dayOf(Momento)] : [],
  )
  const [desde, hasta] = [query.get('desde') ?? '', query.get('hasta') ?? '']
  const early = isDay(desde) && days.find((day) => day < dayOf(desde, -1))
  const late = isDay(hasta) && days.find((day) => day > dayOf(hasta, 1))
  if (early || late)
    accuse('are-of-the-days', 'INQ-05', [`Momento within ${desde} and ${hasta}`, early || late])
  const number = query.get('pagina') ?? ''
  if (
    entries.length > 0 &&
    /^[1-9]\d?$/.test(number) &&
    typeof Pagina === 'number' &&
    Pagina !== Number(number)
  )
    accuse('are-the-page-asked-for', 'INQ-05', [`Pagina ${number}`, Pagina])
  if (typeof PerPagina === 'number' && PerPagina > 0 && entries.length > PerPagina)
    accuse('are-no-more-than-a-page', 'INQ-04', [`at most ${PerPagina} entries`, entries.length])
  if (typeof Total === 'number' && entries.length > Total)
    accuse('are-no-more-than-the-total', 'INQ-04', [`at most ${Total} entries`, entries.length])
}

const isDay = (text: string): boolean => /^\d{4}-\d{2}-\d{2}$/.test(text)
