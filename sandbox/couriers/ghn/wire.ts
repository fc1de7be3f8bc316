import type { CallReply } from '../../kit/serve-call.ts'
import { jsonReply } from '../../kit/courier-simulation.ts'

/** A call that GHN turns away, under HTTP 400 unless it is about the token. */
export class Refusal extends Error {
  readonly word: string
  readonly status: number
  constructor(word: string, message: string, status = 400) {
    super(message)
    this.word = word
    this.status = status
  }
}

export const success = (data: unknown, display = ''): CallReply =>
  jsonReply(200, { code: 200, message: 'Success', data, message_display: display })

export const failure = ({ status, word, message }: Refusal): CallReply =>
  jsonReply(status, { code: status, message, data: null, code_message: word, code_message_value: '' }, word)

/** Clients and their tokens. The tokens are published and work in the sandbox alone. */
export const CLIENTS = [
  { id: 2_500_001, token: '5b0d8d3a-0c5e-11f1-9a3c-02420a000001', phone: '0987654321' },
  { id: 2_500_002, token: '5b0d8d3a-0c5e-11f1-9a3c-02420a000002', phone: '0912345678' },
  // A partner: the owner of a console, whom sellers let in by a code.
  { id: 2_500_900, token: '5b0d8d3a-0c5e-11f1-9a3c-02420a000900', phone: '0900000900' },
] as const
export type Client = (typeof CLIENTS)[number]

export interface Ward {
  code: string
  name: string
  /** 0 locked, 1 fetching alone, 2 bringing alone, 3 both. */
  support: number
  cod: boolean
}

const ward = (code: string, name: string, more: Partial<Ward> = {}): Ward => ({
  code,
  name,
  support: 3,
  cod: true,
  ...more,
})

export const PROVINCES = [
  {
    id: 201,
    name: 'Hà Nội',
    districts: [{ id: 1485, name: 'Quận Cầu Giấy', wards: [ward('1A0601', 'Phường Dịch Vọng')] }],
    newWards: ['Phường Cầu Giấy', 'Phường Hoàn Kiếm'],
  },
  {
    id: 202,
    name: 'Hồ Chí Minh',
    districts: [
      {
        id: 1442,
        name: 'Quận 1',
        wards: [
          ward('20101', 'Phường Bến Nghé'),
          ward('20106', 'Phường Cầu Kho', { cod: false }),
          ward('020109', 'Phường Đa Kao'),
        ],
      },
      { id: 1444, name: 'Quận 3', wards: [ward('20308', 'Phường 8')] },
      { id: 1461, name: 'Quận Gò Vấp', wards: [ward('21302', 'Phường 2', { support: 1 })] },
      { id: 1462, name: 'Quận Bình Thạnh', wards: [ward('21601', 'Phường 1')] },
      { id: 3695, name: 'Thành phố Thủ Đức', wards: [ward('90737', 'Phường An Phú')] },
    ],
    newWards: Array.from({ length: 205 }, (_, number) => `Phường mới ${number + 1}`),
  },
]

export const districts = PROVINCES.flatMap((province) =>
  province.districts.map((district) => ({ ...district, province: province.id })),
)

export function findWard(districtId: number, code: string): Ward | undefined {
  return districts.find(({ id }) => id === districtId)?.wards.find((one) => one.code === code)
}
