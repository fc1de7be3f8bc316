import { hash } from './random.ts'

/**
 * A marketplace's tree of categories, three levels deep, with what it asks of listings in each. Neutral: each marketplace
 * makes its own ids of the numbers and puts them in its own envelope. Numbers never change, as listings keep them.
 */

/** In the languages that the emulated marketplaces speak. */
export interface Bilingual {
  en: string
  vi: string
}

export type AttributeInput = 'text' | 'number' | 'select' | 'multi' | 'date' | 'bool'

export interface TreeAttribute {
  number: number
  /** A word for marketplaces that know attributes by name. */
  key: string
  name: Bilingual
  input: AttributeInput
  isRequired: boolean
  /** Differs from SKU to SKU of one product; for marketplaces that name such attributes themselves. */
  isVariant: boolean
  /** Takes values beside the options. */
  isFreeText: boolean
  options: readonly TreeOption[]
  units: readonly string[]
  /** Most values that one listing may give. */
  mostValues: number
}

export interface TreeOption {
  number: number
  name: Bilingual
}

export interface TreeCategory {
  number: number
  /** 0 at the root. */
  parent: number
  name: Bilingual
  isLeaf: boolean
  /** Open to invited shops only. */
  isDisabled: boolean
  isBrandRequired: boolean
  isPackageSizeRequired: boolean
  /** Attributes of a leaf category; empty for the others. */
  attributes: readonly TreeAttribute[]
}

export interface TreeBrand {
  number: number
  name: string
}

/** Number of the category that the sample's products belong to. */
export const GIFTS = 37

const words = (both: string): Bilingual => {
  const [en = '', vi = en] = both.split('|')
  return { en, vi }
}

type Kind = Partial<Omit<TreeAttribute, 'number' | 'key' | 'name' | 'options'>>

function attribute(
  number: number,
  key: string,
  name: string,
  kind: Kind & { input: AttributeInput },
  options: readonly string[] = [],
): TreeAttribute {
  return {
    number,
    key,
    name: words(name),
    isRequired: false,
    isVariant: false,
    isFreeText: options.length === 0,
    options: options.map((option, index) => ({ number: number * 100 + index + 1, name: words(option) })),
    units: [],
    mostValues: 1,
    ...kind,
  }
}

const MATERIAL = attribute(
  11,
  'material',
  'Material|Chất liệu',
  { input: 'select', isRequired: true, isFreeText: true },
  [
    'Cotton|Bông',
    'Wood|Gỗ',
    'Metal|Kim loại',
    'Ceramic|Gốm sứ',
    'Glass|Thủy tinh',
    'Paper|Giấy',
    'Plastic|Nhựa',
  ],
)
const ORIGIN = attribute(12, 'country_of_origin', 'Country of origin|Xuất xứ', { input: 'select' }, [
  'Malaysia|Malaysia',
  'Vietnam|Việt Nam',
  'Singapore|Singapore',
  'Japan|Nhật Bản',
  'China|Trung Quốc',
  'United Kingdom|Vương quốc Anh',
])
const OCCASION = attribute(13, 'occasion', 'Occasion|Dịp', { input: 'multi', mostValues: 3 }, [
  'Birthday|Sinh nhật',
  'Wedding|Đám cưới',
  'Christmas|Giáng sinh',
  'Housewarming|Tân gia',
  'New Year|Năm mới',
])
const VOLUME = attribute(14, 'volume', 'Volume|Dung tích', { input: 'number', units: ['ml', 'L'] })
const LENGTH = attribute(15, 'length', 'Length|Chiều dài', { input: 'number', units: ['cm', 'm'] })
const MODEL = attribute(16, 'model_name', 'Model name|Tên mẫu', { input: 'text' })
const HANDMADE = attribute(17, 'handmade', 'Handmade|Làm thủ công', { input: 'bool' }, ['Yes|Có', 'No|Không'])
const EXPIRY = attribute(18, 'expiry_date', 'Expiry date|Hạn sử dụng', { input: 'date', isRequired: true })
const SHELF_LIFE = attribute(
  19,
  'shelf_life',
  'Shelf life|Thời hạn sử dụng',
  { input: 'select', isRequired: true },
  ['6 months|6 tháng', '12 months|12 tháng', '24 months|24 tháng'],
)
const WARRANTY = attribute(20, 'warranty', 'Warranty|Bảo hành', { input: 'select', isRequired: true }, [
  'No warranty|Không bảo hành',
  '6 months|6 tháng',
  '12 months|12 tháng',
])
const POWER = attribute(21, 'power', 'Power|Công suất', {
  input: 'number',
  isRequired: true,
  units: ['W', 'kW'],
})
const PATTERN = attribute(
  22,
  'pattern',
  'Pattern|Họa tiết',
  { input: 'multi', isFreeText: true, mostValues: 5 },
  ['Plain|Trơn', 'Floral|Hoa', 'Striped|Kẻ sọc', 'Dotted|Chấm bi'],
)
const COLOUR = attribute(
  31,
  'color_family',
  'Colour|Màu sắc',
  { input: 'select', isVariant: true, isFreeText: true },
  ['Red|Đỏ', 'Blue|Xanh dương', 'Green|Xanh lá', 'White|Trắng', 'Black|Đen', 'Pink|Hồng'],
)
const SIZE = attribute(32, 'size', 'Size|Kích cỡ', { input: 'select', isVariant: true, isFreeText: true }, [
  'S|S',
  'M|M',
  'L|L',
  'XL|XL',
])

const HOME = [MATERIAL, ORIGIN, OCCASION, HANDMADE, COLOUR, SIZE]
const WEAR = [MATERIAL, ORIGIN, PATTERN, COLOUR, SIZE]
const DEVICE = [WARRANTY, POWER, MODEL, ORIGIN, COLOUR]
const FOOD = [SHELF_LIFE, EXPIRY, VOLUME, ORIGIN, SIZE]

interface Leaf {
  attributes: readonly TreeAttribute[]
  isDisabled?: boolean
  isBrandRequired?: boolean
}

type Row = [number: number, parent: number, name: string, leaf?: Leaf]

const ROWS: readonly Row[] = [
  [1, 0, 'Home & Living|Nhà cửa & Đời sống'],
  [2, 0, 'Fashion|Thời trang'],
  [3, 0, 'Home Appliances|Thiết bị điện gia dụng'],
  [4, 0, 'Food & Beverages|Thực phẩm & Đồ uống'],
  [5, 0, 'Toys & Hobbies|Đồ chơi & Sở thích'],
  [11, 1, 'Gifts & Party|Quà tặng & Tiệc'],
  [12, 1, 'Kitchen & Dining|Bếp & Phòng ăn'],
  [13, 1, 'Decoration|Trang trí'],
  [14, 2, "Women's Clothes|Quần áo nữ"],
  [15, 2, 'Bags|Túi xách'],
  [16, 3, 'Kitchen Appliances|Thiết bị nhà bếp'],
  [17, 3, 'Lighting|Chiếu sáng'],
  [18, 4, 'Snacks|Đồ ăn vặt'],
  [19, 4, 'Drinks|Đồ uống'],
  [20, 5, 'Arts & Crafts|Mỹ thuật & Thủ công'],
  [GIFTS, 11, 'Gift Sets|Bộ quà tặng', { attributes: HOME }],
  [38, 11, 'Party Supplies|Đồ dùng tiệc', { attributes: HOME }],
  [39, 12, 'Cups & Mugs|Cốc & Ly', { attributes: [...HOME, VOLUME] }],
  [40, 12, 'Plates & Bowls|Đĩa & Bát', { attributes: HOME }],
  [41, 12, 'Kitchen Textiles|Vải nhà bếp', { attributes: [...WEAR, LENGTH] }],
  [42, 13, 'Candles & Holders|Nến & Giá nến', { attributes: HOME }],
  [43, 13, 'Wall Decoration|Trang trí tường', { attributes: [...HOME, LENGTH] }],
  [44, 14, 'Dresses|Váy đầm', { attributes: [...WEAR, LENGTH], isBrandRequired: true }],
  [45, 14, 'Tops|Áo', { attributes: WEAR, isBrandRequired: true }],
  [46, 15, 'Shoulder Bags|Túi đeo vai', { attributes: WEAR, isBrandRequired: true }],
  [47, 15, 'Shopping Bags|Túi mua sắm', { attributes: WEAR }],
  [48, 16, 'Kettles|Ấm đun nước', { attributes: [...DEVICE, VOLUME], isBrandRequired: true }],
  [49, 16, 'Toasters|Lò nướng bánh mì', { attributes: DEVICE, isBrandRequired: true }],
  [50, 17, 'Lamps|Đèn', { attributes: DEVICE }],
  [51, 18, 'Biscuits|Bánh quy', { attributes: FOOD }],
  [52, 18, 'Chocolate|Sô cô la', { attributes: FOOD }],
  [53, 19, 'Tea|Trà', { attributes: FOOD }],
  [54, 19, 'Wine|Rượu vang', { attributes: FOOD, isDisabled: true }],
  [55, 20, 'Sewing|May vá', { attributes: HOME }],
  [56, 20, 'Stationery|Văn phòng phẩm', { attributes: HOME }],
]

/** Parents before their children. */
export const CATEGORIES: readonly TreeCategory[] = ROWS.map(([number, parent, name, leaf]) => ({
  number,
  parent,
  name: words(name),
  isLeaf: leaf !== undefined,
  isDisabled: leaf?.isDisabled ?? false,
  isBrandRequired: leaf?.isBrandRequired ?? false,
  // Devices do not travel in envelopes.
  isPackageSizeRequired: leaf?.attributes.includes(POWER) ?? false,
  attributes: leaf?.attributes ?? [],
}))

const byNumber = new Map(CATEGORIES.map((category) => [category.number, category]))

export const findCategory = (number: number): TreeCategory | undefined => byNumber.get(number)

const FIRST = [
  'Aoi',
  'Batik',
  'Coral',
  'Dahlia',
  'Ember',
  'Fern',
  'Gaya',
  'Hanoi',
  'Indigo',
  'Jasmine',
  'Kawan',
  'Lotus',
]
const SECOND = [
  'House',
  'Studio',
  'Works',
  'Craft',
  'Home',
  'Garden',
  'Lane',
  'Co',
  'Atelier',
  'Market',
  'Supply',
  'Line',
]

/** More than any page holds, so that whoever reads only the first page is found out. */
export const BRANDS: readonly TreeBrand[] = FIRST.flatMap((first, row) =>
  SECOND.map((second, column) => ({ number: row * SECOND.length + column + 1, name: `${first} ${second}` })),
)

/** Five brands of six sell in a category. */
export const brandsOf = (category: number): readonly TreeBrand[] =>
  BRANDS.filter(({ name }) => hash(`brand:${category}:${name}`) % 6 > 0)
