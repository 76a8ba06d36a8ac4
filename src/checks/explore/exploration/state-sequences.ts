import type { Members } from '../../../../contracts/rules/expectations.ts'
import { LEVELS } from '../../../api/wire/exposure-level.ts'
import { limits } from '../../../api/wire/limits.ts'
import { membersOf } from '../../../lib/unknown-values.ts'
import type { AcceptWord, RequestSequence, SequenceCommand } from './sequence-command.ts'
import type { ServiceFacts } from './service-facts.ts'

/** Sequences on states, entity tags, ids, the package and lists. */

const FORMS: readonly AcceptWord[] = ['json', 'ref', 'entry', 'text']

const AMOUNTS = ['Precio', 'Adelanto', 'Cuota'] as const

/** Active publications at the same time, for lists of several pages. */
const LISTED = 10

const create = (Activa: boolean, slot = 0): SequenceCommand => ({ do: 'create', slot, members: { Activa } })
const read: SequenceCommand = { do: 'read', slot: 0 }
const readRef: SequenceCommand = { do: 'read', slot: 0, accept: 'ref' }
const counted: SequenceCommand = { do: 'package' }

/** A write between two counts, with reads after it. */
const around = (before: readonly SequenceCommand[], write: SequenceCommand): RequestSequence => ({
  commands: [...before, counted, read, write, counted, read, readRef, { do: 'list' }],
})

const suspend: SequenceCommand = { do: 'suspend', slot: 0 }
const archive: SequenceCommand = { do: 'archive', slot: 0 }

const amend = (members: Members, more: object = {}): SequenceCommand => ({
  do: 'amend',
  slot: 0,
  members,
  ...more,
})

const edit = (members: Members, more: object = {}): SequenceCommand => ({
  do: 'edit',
  slot: 0,
  members,
  ...more,
})

/** Returns the sequences; `facts` give amounts that the service accepts. */
export const stateSequences = (facts: ServiceFacts): readonly RequestSequence[] => {
  const price = { Precio: facts.amount(20_111_222) }
  return [
    bystander(price),
    ...filledLevels(facts),
    ...longList(facts),
    ...amounts(facts),
    ...oddAmounts(facts),
    ...partialEdits(price),
    ...absentMembers(price),
    { commands: [create(true), read, read, readRef, read, { do: 'follow', slot: 0 }] },
    ...spellings(price),
    ...IDS,
    ...REFUSED,
    ...lists(price),
    ...forms(price),
    ...transitions(price),
    ...entityTags(facts, price),
    ...archivedWrites(price),
  ]
}

/** Writes to another publication, which change nothing in this one. */
const bystander = (price: Members): RequestSequence => ({
  commands: [
    create(false),
    read,
    create(true, 1),
    { do: 'read', slot: 1 },
    { do: 'amend', slot: 1, members: price },
    { do: 'suspend', slot: 1 },
    read,
    { do: 'archive', slot: 1 },
    read,
  ],
})

/** Levels of the package up to their last place, and beyond. */
const filledLevels = ({ nearlyFull }: ServiceFacts): readonly RequestSequence[] =>
  nearlyFull.map(({ level, free }): RequestSequence => {
    const onLevel = (slot: number): SequenceCommand => ({
      do: 'create',
      slot,
      members: { Activa: true, Exposicion: level },
    })
    const filling = Array.from({ length: free }, (_, slot) => onLevel(slot))
    return {
      commands: [
        ...filling,
        counted,
        onLevel(free),
        counted,
        suspend,
        onLevel(free + 1),
        amend({ Activa: true }),
        counted,
        read,
      ],
    }
  })

/** A list in pages, which has a next page only if it is long. */
const longList = ({ freePlaces }: ServiceFacts): readonly RequestSequence[] => {
  const listed = Array.from({ length: LISTED }, (_, slot) => create(true, slot))
  return freePlaces < LISTED + 2
    ? []
    : [{ commands: [...listed, { do: 'list' }, { do: 'list', accept: 'ref' }, suspend, { do: 'list' }] }]
}

const amounts = (facts: ServiceFacts): readonly RequestSequence[] =>
  AMOUNTS.map((member) => ({
    commands: [
      create(false),
      amend({ [member]: facts.amount(1_234_567) }),
      read,
      amend({ [member]: facts.foreignAmount(12_345) }),
      read,
      // Extreme numbers, which a service may refuse but not change.
      ...[7, 0, 1_234.25].flatMap((Importe) => [
        amend({ [member]: { ...membersOf(facts.amount(1)), Importe } }),
        read,
      ]),
      amend({ [member]: null }),
      read,
    ],
  }))

/** Each malformed amount in all three members. */
const oddAmounts = (facts: ServiceFacts): readonly RequestSequence[] =>
  ODD_AMOUNTS.map((form): RequestSequence => {
    const writes = AMOUNTS.flatMap((name, at) => {
      const usual = membersOf(facts.amount([20_345_678, 2_345_678, 345_678][at] ?? 0))
      return [amend({ [name]: usual }), amend({ [name]: form(usual) })]
    })
    return { commands: [create(false), ...writes, read] }
  })

const ODD_AMOUNTS: readonly ((amount: Members) => Members)[] = [
  ({ Moneda, Importe }) => ({ Moneda, Importe: String(Importe) }),
  ({ Moneda, Importe }) => ({ Moneda: String(Moneda).toLowerCase(), Importe }),
  ({ Importe }) => ({ Importe }),
  ({ Moneda }) => ({ Moneda }),
]

const partialEdits = (price: Members): readonly RequestSequence[] => {
  const several = {
    RefStock: 'WALK-P',
    Color: 'Azul',
    Descripcion: 'Por PATCH',
    Kilometraje: 4_321,
    Fotos: [],
  }
  return [
    { commands: [create(false), read, amend({ ...price, ...several }), read] },
    ...[false, true].map((Activa) => ({
      commands: [create(Activa), read, amend({ Activa: null }), read, amend({ Activa }), read],
    })),
    { commands: [create(true), suspend, suspend, read] },
  ]
}

/**
 * Full edits without `Activa`, with an amount and without, to see the meaning of an absent member twice.
 */
const absentMembers = (price: Members): readonly RequestSequence[] => [
  {
    commands: [{}, price, { Precio: null }].flatMap((members): readonly SequenceCommand[] => [
      create(true),
      suspend,
      counted,
      edit({ ...members, Activa: undefined }),
      archive,
    ]),
  },
]

/** The same publication under other spellings of its address. */
const spellings = (price: Members): readonly RequestSequence[] => [
  {
    commands: [
      create(true),
      { do: 'read', slot: 0, spelling: 'other-case' },
      { do: 'read', slot: 0, spelling: 'encoded' },
      amend(price, { spelling: 'other-case' }),
      amend({ Activa: null }, { spelling: 'encoded' }),
      edit({ Activa: true }, { spelling: 'other-case' }),
      edit({ Activa: true }, { spelling: 'encoded' }),
      { do: 'suspend', slot: 0, spelling: 'other-case' },
      { do: 'archive', slot: 0, spelling: 'other-case' },
      read,
    ],
  },
  {
    commands: [
      create(true),
      { do: 'suspend', slot: 0, spelling: 'encoded' },
      { do: 'archive', slot: 0, spelling: 'encoded' },
      read,
    ],
  },
]

/** Ids that are in use, long, or need escapes in an address. */
const IDS: readonly RequestSequence[] = [
  {
    commands: [
      create(false),
      read,
      { do: 'create', slot: 1, idOf: 0, members: { Color: 'Rojo' } },
      read,
      { do: 'create', slot: 1, idOf: 0, isSwapped: true, members: { Color: 'Rojo' } },
      read,
    ],
  },
  {
    commands: [create(false), archive, { do: 'create', slot: 1, idOf: 0, members: { Color: 'Rojo' } }, read],
  },
  { commands: [{ do: 'create', slot: 0, suffix: 'L'.repeat(limits.externalId.max - 40) }, read, archive] },
  ...['~!$', ' b', '/b', '?b', '#b', '-._~b', 'é', '+b', "'()*,;=:@b"].map(
    (suffix): RequestSequence => ({
      commands: [
        { do: 'create', slot: 0, suffix },
        read,
        { do: 'read', slot: 0, spelling: 'bare' },
        { do: 'follow', slot: 0 },
      ],
    }),
  ),
]

/** Bodies that are refused, and the same requests corrected. */
const REFUSED: readonly RequestSequence[] = [
  {
    commands: [
      { do: 'create', slot: 0, text: '{"ExternalId": ' },
      { do: 'create', slot: 0, text: '[]' },
      { do: 'create', slot: 0, members: { ExternalId: null } },
    ],
  },
  { commands: [{ do: 'create', slot: 0, members: { Color: '' } }, { do: 'create', slot: 0 }, read] },
  { commands: [create(false), edit({}), edit({ Color: '' }), edit({ Color: 'Gris' }), read] },
]

const lists = (price: Members): readonly RequestSequence[] => [
  { commands: [create(true), create(true, 1), { do: 'list' }, { do: 'list', accept: 'ref' }] },
  {
    commands: [create(true), amend(price)].flatMap((write): readonly SequenceCommand[] => [
      write,
      read,
      readRef,
      { do: 'list' },
      { do: 'list', accept: 'ref' },
    ]),
  },
]

const forms = (price: Members): readonly RequestSequence[] =>
  FORMS.map(
    (accept): RequestSequence => ({
      commands: [
        { do: 'create', slot: 0, accept, members: { Activa: undefined } },
        { do: 'read', slot: 0, accept },
        { do: 'read', slot: 0, accept, ifNoneMatch: 'current' },
        amend(price, { accept }),
        { do: 'read', slot: 0, accept, ifNoneMatch: 'stale' },
        read,
        edit({ Activa: true, Color: 'Verde' }, { accept }),
        read,
        { do: 'suspend', slot: 0, accept },
        read,
        readRef,
        { do: 'archive', slot: 0, accept },
        read,
        { do: 'read', slot: 0, accept, ifNoneMatch: 'current' },
        readRef,
      ],
    }),
  )

/** Every transition between states, and between levels. */
const transitions = (price: Members): readonly RequestSequence[] => [
  around([counted], create(true)),
  around([counted], create(false)),
  around([create(true), { do: 'list' }], suspend),
  around([create(true)], amend({ Activa: false })),
  around([create(true), edit({ Activa: true })], edit({ Activa: false })),
  around([create(false)], amend({ Activa: true })),
  around([create(false)], edit({ Activa: true })),
  around(
    [create(false), edit({ RefStock: 'WALK-K' })],
    edit({ Activa: undefined, RefStock: undefined, Descripcion: undefined }),
  ),
  around([create(true)], archive),
  around([create(false)], archive),
  around([create(true)], amend({ Activa: false, ...price })),
  around([create(false)], amend({ Activa: true, ...price })),
  ...LEVELS.map((Exposicion) =>
    around([create(true), edit({ Activa: true })], edit({ Activa: true, Exposicion })),
  ),
]

/** Returns writes that must be refused with a wrong entity tag; the last two would be refused anyway. */
const guardedWrites = (price: Members): readonly SequenceCommand[] => {
  const wrongPrice = { Precio: 'barato' }
  return [
    amend(price),
    edit({ RefStock: 'WALK-T' }),
    suspend,
    archive,
    amend({ Activa: false, ...wrongPrice }),
    edit({ Activa: false, RefStock: 'WALK-W', ...wrongPrice }),
  ]
}

const entityTags = (facts: ServiceFacts, price: Members): readonly RequestSequence[] =>
  guardedWrites(price).flatMap((write) =>
    (['foreign', 'stale'] as const).map((tag) => ({
      commands: [
        create(true),
        amend({ Cuota: facts.amount(222_111) }),
        read,
        counted,
        { ...write, tag } as SequenceCommand, // every row is on a slot
        read,
        readRef,
        counted,
      ],
    })),
  )

const archivedWrites = (price: Members): readonly RequestSequence[] =>
  guardedWrites(price)
    .slice(0, 4)
    .map((write) => ({
      commands: [create(false), read, archive, read, write, read, amend({ Activa: true }), read],
    }))
