import { ScenarioFile } from './schema.ts'

/** How large a world to make. */
export interface Size {
  readonly publications: number
  readonly inquiries: number
}

const MAIL = 'ventas@laescala.example'

/** A scenario of one agency with that many rows, all generated, for tests and measurements of scale. */
export const bigScenario = ({ publications, inquiries }: Size): ScenarioFile =>
  ScenarioFile.parse({
    title: `${publications} publications, ${inquiries} inquiries`,
    story: 'As many rows as were asked for, to see how the service bears them.',
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
