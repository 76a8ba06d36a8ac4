import type { SvgPath } from './drawing.ts'

/**
 * A car seen from its left, nose to the left, in centimetres; x from the nose, y downwards, ground at 200.
 */
export interface Silhouette {
  readonly length: number
  /** x of the front and the rear axle. */
  readonly axles: readonly [number, number]
  readonly wheelRadius: number
  /** Lower edge of the doors. */
  readonly sill: number
  /** Everything painted. */
  readonly body: SvgPath
  /** All side windows; empty for none. */
  readonly glass: SvgPath
  /** Height range of the windows, and positions of reflections on them. */
  readonly glints: { readonly top: number; readonly bottom: number; readonly at: readonly number[] }
  readonly pillars: SvgPath
  readonly seams: SvgPath
  readonly crease: SvgPath
  /** Left ends of the door handles. */
  readonly handles: readonly (readonly [number, number])[]
  readonly mirror: readonly [number, number]
  readonly frontLight: SvgPath
  readonly rearLight: SvgPath
  /** Dark parts behind the body (seats, spare wheel) and in front of it (rails, bed edge). */
  readonly behind?: SvgPath
  readonly before?: SvgPath
  /** Unpainted lower bodywork, as on off-road cars. */
  readonly cladding?: true
}

const sedan: Silhouette = {
  length: 460,
  axles: [88, 360],
  wheelRadius: 33,
  sill: 177,
  body: 'M8 177C2 171 1 150 3 140C5 124 20 118 40 114C75 106 110 102 140 100C170 82 195 62 222 57C255 51 300 52 330 61C356 69 378 86 396 98L436 101C449 102 456 109 457 120L459 150C460 166 456 177 448 177Z',
  glass: 'M160 98C182 82 206 67 228 64C262 58 298 59 321 67C341 74 358 85 368 96Z',
  glints: { top: 66, bottom: 97, at: [212, 280] },
  pillars: 'M261 62L255 96M328 70L339 96',
  seams: 'M148 104C143 126 147 152 158 175M255 99L257 175H158M343 100C345 120 334 138 322 152L306 175H257',
  crease: 'M44 126C140 117 320 115 436 124',
  handles: [
    [226, 110],
    [312, 109],
  ],
  mirror: [160, 95],
  frontLight: 'M7 127C18 119 36 117 54 116C48 126 28 133 6 135Z',
  rearLight: 'M430 105L455 112L457 127C444 124 434 118 424 108Z',
}

const hatchback: Silhouette = {
  length: 410,
  axles: [80, 330],
  wheelRadius: 32,
  sill: 178,
  body: 'M8 178C2 171 1 152 3 142C5 126 22 119 44 115C74 109 100 105 124 102C152 84 182 64 210 57C250 50 310 51 350 61C366 66 382 86 394 106C403 114 407 126 408 142L409 164C409 173 404 178 396 178Z',
  glass: 'M144 100C168 83 196 68 218 64C262 58 316 59 341 67C353 72 363 84 371 97Z',
  glints: { top: 66, bottom: 98, at: [206, 276] },
  pillars: 'M252 62L247 98M323 64L335 98',
  seams: 'M136 104C132 126 136 152 146 176M247 100L249 176H146M338 99C338 118 328 134 314 148L284 176H249',
  crease: 'M44 128C130 120 290 117 396 124',
  handles: [
    [218, 112],
    [304, 111],
  ],
  mirror: [146, 97],
  frontLight: 'M7 130C20 120 40 118 60 116C54 128 30 136 6 138Z',
  rearLight: 'M384 104L396 108C404 116 406 126 406 136L392 130C388 122 384 114 378 106Z',
}

const coupe: Silhouette = {
  length: 455,
  axles: [90, 360],
  wheelRadius: 35,
  sill: 178,
  body: 'M8 178C2 172 1 156 4 146C8 131 28 125 52 120C92 112 130 109 160 107C190 90 218 76 246 72C290 67 330 74 362 86C384 94 404 102 424 106L442 104C450 112 453 120 453 132L455 152C455 168 450 178 442 178Z',
  glass: 'M180 105C204 91 228 81 250 78C288 74 322 80 347 90C357 94 364 98 369 104Z',
  glints: { top: 79, bottom: 104, at: [226, 290] },
  pillars: 'M316 80L329 104',
  seams: 'M166 109C161 130 168 156 178 176M320 106C330 128 322 156 312 176H178',
  crease: 'M56 134C160 122 320 120 440 126',
  handles: [[284, 116]],
  mirror: [182, 102],
  frontLight: 'M9 136C22 128 42 125 62 122C56 132 32 140 7 142Z',
  rearLight: 'M420 110L452 116L453 126C440 126 428 122 416 112Z',
}

const cabriolet: Silhouette = {
  length: 440,
  axles: [88, 348],
  wheelRadius: 34,
  sill: 178,
  body: 'M8 178C2 172 1 156 4 146C8 131 28 124 52 119C92 111 130 108 158 106L330 104C360 102 392 103 414 107C428 110 438 118 439 132L442 154C442 169 437 178 430 178Z',
  glass: 'M168 105C186 91 203 81 216 76C222 84 227 94 230 104Z',
  glints: { top: 84, bottom: 104, at: [192] },
  pillars: 'M160 107C180 92 199 79 217 71',
  seams: 'M162 109C157 130 164 156 174 176M300 106C308 128 304 156 296 176H174',
  crease: 'M56 133C150 122 310 120 428 127',
  handles: [[266, 115]],
  mirror: [178, 101],
  frontLight: 'M9 136C22 128 42 124 62 121C56 131 32 140 7 142Z',
  rearLight: 'M408 110L436 117L439 128C424 127 414 122 404 112Z',
  behind:
    'M236 112C230 92 236 80 247 79C258 79 262 92 266 112ZM292 112C288 92 293 82 303 81C313 81 318 94 322 112ZM322 108C338 92 382 90 400 107Z',
}

const wagon: Silhouette = {
  ...sedan,
  length: 470,
  axles: [88, 366],
  body: 'M8 177C2 171 1 150 3 140C5 124 22 118 44 114C80 107 112 103 140 100C170 82 196 63 222 57C270 50 360 51 410 61C426 65 442 86 452 106C460 114 466 124 467 138L469 160C470 172 464 177 456 177Z',
  glass: 'M160 98C184 81 208 67 230 63C282 57 360 58 400 67C413 71 424 84 432 96Z',
  glints: { top: 66, bottom: 97, at: [212, 290, 372] },
  pillars: 'M263 62L257 96M347 62L355 96',
  seams: 'M148 104C143 126 147 152 158 175M257 99L259 175H158M354 99C352 120 340 138 328 152L312 175H259',
  crease: 'M44 126C150 117 340 115 458 124',
  handles: [
    [228, 110],
    [318, 109],
  ],
  rearLight: 'M442 104L454 108C462 116 465 126 465 136L450 130C446 122 442 114 436 106Z',
  before:
    'M236 55C236 50 240 49 246 49L388 49C396 50 402 53 408 59L404 60C398 55 394 53 386 53L250 53C246 53 244 54 243 56Z',
}

const suv: Silhouette = {
  length: 450,
  axles: [88, 352],
  wheelRadius: 38,
  sill: 168,
  body: 'M8 168C2 160 1 138 4 126C8 108 24 100 50 96C80 91 108 88 132 86C156 68 180 48 204 42C250 35 340 36 386 44C402 48 420 72 430 94C440 102 446 112 447 126L449 152C449 162 444 168 436 168Z',
  glass: 'M151 84C173 66 195 52 213 49C262 43 336 44 372 51C386 55 398 68 407 82Z',
  glints: { top: 52, bottom: 83, at: [206, 282, 366] },
  pillars: 'M257 48L250 84M347 48L356 84',
  seams: 'M142 90C136 112 138 140 146 160M250 86L252 162H150M354 86C354 106 342 120 328 130L306 162H252',
  crease: 'M50 112C140 103 320 101 440 110',
  handles: [
    [220, 97],
    [312, 96],
  ],
  mirror: [152, 80],
  frontLight: 'M7 112C20 102 40 100 60 98C54 108 30 116 6 118Z',
  rearLight: 'M422 94L432 96C442 104 445 114 446 124L430 118C426 110 422 104 416 96Z',
  before:
    'M214 41C214 35 218 33 224 33L364 33C372 34 378 37 384 43L380 44C374 39 370 37 362 37L228 37C224 37 222 39 221 41Z',
  cladding: true,
}

const offRoad: Silhouette = {
  length: 412,
  axles: [82, 322],
  wheelRadius: 42,
  sill: 162,
  body: 'M8 162C5 162 4 160 4 156L4 104C4 96 10 92 18 91L116 86C122 84 126 78 129 68L140 28C142 20 148 17 156 16L366 16C376 16 382 20 383 28L391 96L393 154C393 160 390 162 384 162Z',
  glass:
    'M138 82L151 34C152 30 155 28 159 28L212 28V82ZM222 28H290V82H222ZM300 28H362C368 28 371 31 372 36L378 82H300Z',
  glints: { top: 28, bottom: 82, at: [170, 242, 320] },
  pillars: '',
  seams: 'M130 88V150M217 30V156H150M296 30V118L284 130M4 118H40M130 86H390',
  crease: 'M18 100H390',
  handles: [
    [194, 96],
    [272, 96],
  ],
  mirror: [136, 76],
  frontLight: 'M4 100H18C22 100 24 103 24 107C24 112 21 116 17 116H4Z',
  rearLight: 'M382 100H391L392 126H383Z',
  behind: 'M390 58C406 58 412 62 412 72V124C412 134 406 138 390 138Z',
  before: 'M146 7H380V11H366V17H358V11H266V17H258V11H176V17H168V11H146Z',
  cladding: true,
}

const pickUp: Silhouette = {
  length: 528,
  axles: [98, 410],
  wheelRadius: 40,
  sill: 164,
  body: 'M8 164C3 156 2 128 5 112C8 98 22 92 44 89C80 84 116 82 144 80C164 62 184 40 206 34C244 28 300 28 324 34C337 38 346 60 352 84L516 86C522 87 524 92 524 98L527 150C527 160 522 164 516 164Z',
  glass: 'M163 78C181 60 199 46 213 43C246 38 294 38 314 43C323 48 331 64 336 78Z',
  glints: { top: 46, bottom: 77, at: [204, 284] },
  pillars: 'M261 42L255 78',
  seams: 'M154 84C148 106 150 136 158 156M255 80L257 160H166M346 82V160H257M354 84V140M520 104H360',
  crease: 'M44 104C150 96 340 94 520 98',
  handles: [
    [226, 92],
    [312, 92],
  ],
  mirror: [166, 74],
  frontLight: 'M8 104C20 94 40 92 58 91C54 104 30 110 6 112Z',
  rearLight: 'M514 92H524L526 122H512Z',
  before: 'M352 83L516 85L522 90H354ZM336 83L330 46L336 46L350 83Z',
  cladding: true,
}

const minivan: Silhouette = {
  length: 457,
  axles: [84, 352],
  wheelRadius: 34,
  sill: 172,
  body: 'M8 172C2 166 1 142 4 130C8 115 24 108 44 102C72 93 96 80 120 66C150 48 180 40 214 37C280 32 360 33 408 41C426 45 438 70 446 98C452 108 454 120 455 132L457 156C457 168 452 172 444 172Z',
  glass: 'M104 95C126 78 152 60 184 52C242 44 350 44 392 50C408 54 419 72 425 90Z',
  glints: { top: 52, bottom: 90, at: [190, 276, 374] },
  pillars: 'M162 62L166 92M258 48L258 92M353 46L360 90',
  seams:
    'M130 98C124 122 132 148 146 170M258 94V170H146M360 93L362 112M258 108H440M340 112L322 136L304 170H258',
  crease: 'M44 120C140 110 320 106 448 116',
  handles: [
    [226, 102],
    [268, 101],
  ],
  mirror: [118, 92],
  frontLight: 'M7 116C22 106 44 102 66 94C62 110 34 122 6 124Z',
  rearLight: 'M434 76L440 78C448 96 452 110 453 128L442 122C440 104 436 90 430 78Z',
}

const van: Silhouette = {
  length: 538,
  axles: [92, 420],
  wheelRadius: 36,
  sill: 172,
  body: 'M8 172C3 166 2 136 6 120C10 104 24 98 44 92C60 86 74 74 86 56L116 4C124 -12 136 -22 160 -25C280 -31 440 -30 516 -26C528 -24 532 -16 533 -4L537 150C537 166 532 172 524 172Z',
  glass: 'M99 62L126 16C132 6 138 2 148 2L196 2C201 2 204 5 204 10V68L108 70C100 70 96 68 99 62Z',
  glints: { top: 4, bottom: 68, at: [122, 146] },
  pillars: 'M132 8V69',
  seams:
    'M92 74C96 104 134 118 138 170M210 -14V170H138M216 -14H352V170H216M216 76H530M364 -20H520V150H464M364 -20V150H376',
  crease: 'M44 112C140 100 220 98 532 98',
  handles: [
    [184, 82],
    [222, 84],
  ],
  mirror: [104, 62],
  frontLight: 'M9 112C18 100 40 94 58 86C58 104 36 120 8 122Z',
  rearLight: 'M524 60H534L536 112H525Z',
}

const utility: Silhouette = {
  length: 432,
  axles: [82, 350],
  wheelRadius: 34,
  sill: 174,
  body: 'M8 174C3 168 2 144 5 132C8 116 24 109 46 103C70 97 90 89 106 79C128 57 148 35 172 27C240 17 360 18 404 22C418 24 424 34 426 48L430 154C430 168 426 174 418 174Z',
  glass: 'M124 80C142 61 160 46 180 40L232 38V80Z',
  glints: { top: 42, bottom: 79, at: [160, 186] },
  pillars: 'M150 54V81',
  seams: 'M116 84C110 110 124 146 140 172M240 32V172H140M248 32H340V120L316 140L300 172H248ZM240 92H424',
  crease: 'M48 118C130 104 240 102 428 104',
  handles: [
    [210, 92],
    [256, 94],
  ],
  mirror: [132, 76],
  frontLight: 'M9 120C20 110 44 104 64 98C62 112 36 124 7 126Z',
  rearLight: 'M416 56H427L429 108H417Z',
}

const STYLES: readonly (readonly [Silhouette, ...string[]])[] = [
  [sedan, 'sedan', 'berlina', 'saloon', 'sedan-4-puertas'],
  [hatchback, 'hatchback', 'hatch', 'compacto', '5-puertas', '3-puertas'],
  [coupe, 'coupe', 'deportivo', 'sports-car', 'roadster-coupe', 'fastback'],
  [cabriolet, 'cabriolet', 'convertible', 'descapotable', 'cabrio', 'roadster'],
  [wagon, 'familiar', 'station-wagon', 'rural', 'wagon', 'estate', 'break'],
  [suv, 'suv', 'crossover', 'camioneta-suv'],
  [offRoad, 'todo-terreno', 'todoterreno', 'off-road', '4x4', 'jeep'],
  [pickUp, 'pick-up', 'pickup', 'camioneta', 'doble-cabina', 'chasis-cabina', 'chasis'],
  [minivan, 'monovolumen', 'minivan', 'mpv', 'people-carrier'],
  [van, 'furgon', 'van', 'furgoneta', 'panel-van', 'cargo-van', 'minibus'],
  [utility, 'utilitario', 'utility', 'furgon-compacto', 'comercial'],
]

const BY_WORD = new Map(STYLES.flatMap(([shape, ...words]) => words.map((word) => [word, shape])))

/** Silhouette of a body style by its Spanish or English URL word; unknown words give a sedan. */
export function silhouette(bodyStyle: string): Silhouette {
  return BY_WORD.get(bodyStyle) ?? sedan
}

/** First word of each distinct body style. */
export const BODY_STYLES: readonly string[] = STYLES.map(([, word]) => word!)
