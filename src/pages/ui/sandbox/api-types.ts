import type { components as DescribedApi } from '../../../../contracts/openapi.d.ts'
import type { components as ControlApi } from './control-api.d.ts'

/** Types of the responses that pages read, by their names in the OpenAPI documents of both APIs. */

type ControlSchemas = ControlApi['schemas']

export type ServerData = ControlSchemas['Server']
export type ScenarioData = ControlSchemas['ScenarioSummary']
export type WorldSummaryData = ControlSchemas['WorldSummary']
export type WorldData = ControlSchemas['World']
export type AgencyData = WorldData['agencies'][number]
export type ProfileData = ControlSchemas['Profile']
export type AssumptionData = ControlSchemas['Assumption']
export type AssumptionOptionData = AssumptionData['options'][number]
export type ClockData = ControlSchemas['Clock']
export type ClockAdvanceData = ControlSchemas['ClockAdvance']
export type StoryData = ControlSchemas['Story']
export type StoryEventData = ControlSchemas['StoryEvent']
export type SnapshotData = ControlSchemas['Snapshot']
export type FaultRuleData = ControlSchemas['Fault']
export type LeadData = ControlSchemas['Lead']
export type LeadSeriesData = ControlSchemas['LeadSeries']
export type LiveLeadsData = ControlSchemas['Live']
export type DeliverySummaryData = ControlSchemas['Delivery']
export type DeliveryData = ControlSchemas['DeliveryDetail']
export type AttemptData = DeliveryData['attempts'][number]
export type MailSummaryData = ControlSchemas['Mail']
export type MailData = ControlSchemas['MailDetail']
export type HintData = ControlSchemas['Hint']
export type ExchangeSummaryData = ControlSchemas['ExchangeRow']
export type ExchangeData = ControlSchemas['Exchange']
export type HeaderData = ExchangeData['request']['headers'][number]
export type BodyData = NonNullable<ExchangeData['request']['body']>
export type TraceStepData = ExchangeData['way'][number]
export type TraceReasonData = NonNullable<TraceStepData['because']>[number]
export type ChangeData = ExchangeData['world']['changes'][number]

type DescribedSchemas = DescribedApi['schemas']

export type LinkData = DescribedSchemas['Link']
export type MoneyData = DescribedSchemas['Valor']
export type PublicationData = DescribedSchemas['Publicacion']
export type PublicationPageData = DescribedSchemas['PublicacionPage']
export type PublicationRefData = DescribedSchemas['PublicacionRef']
export type PublicationRefPageData = DescribedSchemas['PublicacionRefPage']
export type InquiryData = DescribedSchemas['Consulta']
export type InquiryPageData = DescribedSchemas['ConsultaPeriodPage']
export type AgencyListData = DescribedSchemas['AgenciaCollection']
export type PackageData = DescribedSchemas['Productos']
export type PackageLevelData = PackageData['Alta']
/** The members of a page that pagination reads. */
export type PageData = Pick<PublicationPageData, 'Pagina' | 'Total' | 'PerPagina' | '_links'>
