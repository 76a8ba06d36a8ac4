/** A complete listing of a used car, for measurements of writes. */
export const describedListing = (ExternalId: string) => ({
  ExternalId,
  RefStock: 'STK-4410',
  Vin: '8AWPB45Z8KA504411',
  Activa: true,
  Exposicion: 'Media',
  Marca: 'Volkswagen',
  Modelo: 'Amarok',
  Version: '2.0 TDI Highline 4x2',
  VersionYear: 2019,
  Transmision: 'Manual',
  Propulsion: 'Diesel',
  Carroceria: 'Pickup',
  Kilometraje: 84_300,
  Color: 'Gris Indio',
  Descripcion:
    'Segundo dueño, service al día con comprobantes, cubiertas con 10.000 km. Se toma usado de menor valor y se financia el saldo.',
  DatosTecnicosCustom: [],
  Precio: { Moneda: 'ARS', Importe: 31_900_000 },
  Adelanto: { Moneda: 'ARS', Importe: 12_000_000 },
  Cuota: { Moneda: 'ARS', Importe: 790_000 },
  Fotos: ['frente', 'perfil', 'interior', 'tablero', 'motor'].map(
    (side) => `https://fotos.example/amarok-4410/${side}.jpg`,
  ),
  AplicaCertificadoGarantiaUsado: true,
  Locacion: { Region: 'Buenos Aires', Ciudad: 'Tandil', Direccion: 'Avenida España 560' },
  Telefono: null,
})
