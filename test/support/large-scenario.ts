import { ScenarioFile } from '../../src/sandbox/scenarios/schema/scenario-schema.ts'

/** Number of records of a generated world. */
export interface ScenarioSize {
  readonly publications: number
  readonly inquiries: number
}

const MAIL = 'ventas@laescala.example'

/** Creates a scenario of one agency with generated records, for tests and benchmarks. */
export const largeScenario = ({ publications, inquiries }: ScenarioSize): ScenarioFile =>
  ScenarioFile.parse({
    title: `${publications} publications, ${inquiries} inquiries`,
    story: 'A generated world of a given size, for tests and benchmarks.',
    seed: 1,
    apps: [{ name: 'integra', key: 'big-key', secret: 'big-secret-0123456789' }],
    agencies: [
      {
        adminMail: MAIL,
        nombreComercial: 'La Escala Automotores',
        package: { Alta: publications, Media: publications, Baja: publications },
        access: { integra: { otherKinds: true } },
        operators: [
          {
            Nombre: 'Olga',
            Apellido: 'Mayor',
            Email: MAIL,
            TelefonoLaboral: '+54 11 5555-0200',
            createdThroughApi: true,
          },
          { Nombre: 'Pedro', Apellido: 'Grande', Email: 'pedro@laescala.example' },
          { Nombre: 'Rosa', Apellido: 'Amplio', Email: 'rosa@laescala.example' },
        ],
        stock:
          publications === 0
            ? []
            : [
                {
                  prefix: 'ESC',
                  count: publications,
                  states: { active: 0.8, suspended: 0.1, archived: 0.1 },
                  describe: false,
                },
              ],
        inquiries: { count: inquiries, catalogueShare: 0.05 },
      },
    ],
  })
