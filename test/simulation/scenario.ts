/** The worlds of the simulation: small, so that packages run out and writers meet. */

/** Appears nowhere but in what a receiver gets, the export and files with secrets. */
export const SECRET_MARK = 'sEcReT-mark-0123456789'
/** As above; clients that configured it may read it back. */
export const HEADER_MARK = 'hEaDeR-mark-0123456789'

/** `adminMail` of each agency. */
export const AGENCIES = ['ventas@elcruce.example', 'ventas@solonorte.example'] as const
/** Names of the apps; the second one only reads the second agency. */
export const APPS: readonly string[] = ['norte', 'sur']
/** Returns the key of an app. */
export const keyOf = (app: number): string => `${APPS[app % APPS.length]}-key`

const operator = (Email: string, more: object = {}) => ({
  Nombre: 'Beatriz',
  Apellido: 'Lagos',
  Email,
  TelefonoLaboral: '+54 351 555-0170',
  createdThroughApi: true,
  Direcciones: [{ Region: 'Córdoba', Ciudad: 'Villa María', Direccion: 'Ruta del Cruce 9' }],
  ...more,
})

/** The scenario of every world. */
export const SCENARIO = {
  title: 'Simulation',
  story: 'Two apps and two agencies with few places.',
  seed: 5,
  apps: APPS.map((name) => ({ name, key: `${name}-key`, secret: `${name}-secret-0123456789` })),
  agencies: [
    {
      adminMail: AGENCIES[0],
      nombreComercial: 'El Cruce Automotores',
      package: { Alta: 1, Media: 2, Baja: 4 },
      access: { norte: { otherKinds: true }, sur: { otherKinds: true } },
      operators: [operator(AGENCIES[0]), operator('nicolas@elcruce.example', { Nombre: 'Nicolás' })],
      publications: [
        { ExternalId: 'p0', car: 'toyota/corolla/xei-1-8-cvt-2018', app: 'norte' },
        { ExternalId: 'p1', car: 'toyota/corolla/xei-1-8-cvt-2018', app: 'sur' },
        { ExternalId: 'p2', car: 'toyota/corolla/xei-1-8-cvt-2018', app: 'norte', state: 'suspended' },
      ],
    },
    {
      adminMail: AGENCIES[1],
      nombreComercial: 'Solo Norte Usados',
      package: { Alta: 0, Media: 1, Baja: 2 },
      access: { norte: {}, sur: { write: false } },
      operators: [operator(AGENCIES[1])],
      publications: [{ ExternalId: 'p0', car: 'toyota/corolla/xei-1-8-cvt-2018', app: 'norte' }],
    },
  ],
}

/** ExternalIds that clients use. */
export const IDS = ['p0', 'p1', 'p2', 'p3', 'p4', 'p5', 'p6'] as const
