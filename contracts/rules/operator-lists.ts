import { entriesOf } from '../../src/kit/target/links.ts'
import { sameInAnyCase } from '../../src/lib/text/same-in-any-case.ts'
import { membersOf } from '../../src/lib/unknown-values.ts'
import type { DescribedRequest } from './described-request.ts'
import type { Judgement } from './judgement.ts'

/** Judges one list of operators: whom it may show (AGE-01, AGE-13). */
export const judgeOperators = (judgement: Judgement, { query }: DescribedRequest): void => {
  const { exchange } = judgement
  const listed = entriesOf(exchange.json).map(membersOf)
  const administrators = listed.filter((one) => one['EsAdministradorAgencia'] === true)
  judgement.expect(administrators.length < 2, {
    rule: 'operators/one-is-the-administrator',
    because: ['AGE-13', 'AGE-02'],
    expected: 'one operator with EsAdministradorAgencia true',
    got: `${administrators.length} of ${listed.length}`,
  })
  const [asked = '', ...others] = query.getAll('operador')
  // A blank may have been a plus sign.
  if (!asked.includes('@') || /\s/.test(asked) || others.length > 0) return
  const mails = listed.map(({ Email }) => Email)
  const stranger = mails.find((mail) => typeof mail === 'string' && !sameInAnyCase(mail, asked))
  judgement.expect(stranger === undefined, {
    rule: 'operators/are-the-one-asked-for',
    because: ['AGE-01'],
    expected: `${asked} alone`,
    got: `${stranger} too`,
  })
}
