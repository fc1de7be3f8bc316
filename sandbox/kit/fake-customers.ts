import { createRandom, type Random } from './random.ts'

export type Region = 'MY' | 'VN' | 'SG'

export interface Address {
  name: string
  phone: string
  town: string
  district: string
  city: string
  state: string
  region: Region
  zipcode: string
  full_address: string
}

export interface Person {
  username: string
  address: Address
}

// Common names put together by chance; the numbers are made up, and start as hardly any real one does.
const MALAY_MEN =
  'Ahmad Faiz|Muhammad Hakim|Mohd Azlan|Khairul Anwar|Syafiq|Amirul Hafiz|Zulkifli|Farhan|Irfan|Nazmi|Rosli|Hafizuddin'
const MALAY_WOMEN =
  'Nur Aisyah|Siti Hajar|Nurul Izzah|Farah Nadia|Aina Sofea|Norazlina|Puteri Balqis|Zarina|Haslinda|Intan Suraya|Nadiah|Rohana'
const MALAY_FATHERS =
  'Abdullah|Ismail|Othman|Hassan|Razak|Yusof|Ibrahim|Kamaruddin|Mahmud|Salleh|Rahman|Jamaluddin'
const CHINESE_FAMILIES = 'Tan|Lim|Lee|Ng|Wong|Chong|Ooi|Teoh|Yap|Goh|Chan|Koh|Liew|Khoo'
const CHINESE_GIVEN =
  'Wei Ming|Mei Ling|Jia Hui|Chee Keong|Xin Yi|Kah Wai|Siew Lan|Zhi Hao|Hui Min|Boon Huat|Pei Shan|Yong Sheng|Shu Ting|Kok Leong'
const INDIAN_WOMEN = 'Kavitha|Priya|Thivya|Shalini|Deepa|Logeswari|Malathi'
const INDIAN_MEN = 'Suresh|Ganesan|Ramesh|Vijay|Anand|Prakash|Dinesh'
const INDIAN_FATHERS =
  'Subramaniam|Muniandy|Krishnan|Raman|Perumal|Balakrishnan|Selvaraj|Nadarajan|Govindasamy'
const VIETNAMESE_FAMILIES = 'Nguyễn|Trần|Lê|Phạm|Hoàng|Huỳnh|Phan|Vũ|Võ|Đặng|Bùi|Đỗ|Hồ|Ngô|Dương|Lý'
const VIETNAMESE_MIDDLE = 'Thị|Văn|Minh|Ngọc|Thanh|Hữu|Đức|Thùy|Quốc|Kim|Bảo|Xuân'
const VIETNAMESE_GIVEN =
  'Hương|Lan|Tuấn|Dũng|Phương|Thảo|Hạnh|Khánh|Quỳnh|Trang|Long|Sơn|Nhung|Yến|Đạt|Ánh|Thủy|Hiếu|Vy|Nhi'
const JAPANESE_FAMILIES = '佐藤|鈴木|高橋|田中|伊藤|渡辺|山本|中村|小林|加藤|吉田|斎藤'
const JAPANESE_GIVEN = '陽菜|美咲|健太|翔太|さくら|直樹|由美子|大輔|結衣|拓也|恵子|真由美'

// State or province, city, district or town, postcode: places that exist.
const PLACES: Record<Region, string> = {
  MY: `Kuala Lumpur|Kuala Lumpur|Bukit Bintang|55100;Kuala Lumpur|Kuala Lumpur|Cheras|56000;Kuala Lumpur|Kuala Lumpur|Mont Kiara|50480;Selangor|Petaling Jaya|Damansara Utama|47400;Selangor|Shah Alam|Seksyen 7|40000;Selangor|Subang Jaya|SS15|47500;Selangor|Klang|Bandar Botanic|41200;Selangor|Kajang|Sungai Chua|43000;Johor|Johor Bahru|Taman Molek|81100;Johor|Skudai|Taman Universiti|81300;Johor|Batu Pahat|Taman Bukit Pasir|83000;Johor|Muar|Bakri|84000;Pulau Pinang|George Town|Air Itam|11500;Pulau Pinang|Bayan Lepas|Sungai Ara|11900;Pulau Pinang|Bukit Mertajam|Alma|14000;Perak|Ipoh|Bercham|31400;Perak|Taiping|Kamunting|34600;Kedah|Alor Setar|Mergong|05150;Kedah|Sungai Petani|Bandar Amanjaya|08000;Kelantan|Kota Bharu|Kubang Kerian|16150;Terengganu|Kuala Terengganu|Gong Badak|21300;Pahang|Kuantan|Indera Mahkota|25200;Negeri Sembilan|Seremban|Seremban 2|70300;Melaka|Melaka|Bukit Baru|75150;Sabah|Kota Kinabalu|Likas|88400;Sabah|Tawau|Taman Megah Jaya|91000;Sarawak|Kuching|Tabuan Jaya|93350;Sarawak|Miri|Senadin|98100;Putrajaya|Putrajaya|Presint 9|62250`,
  VN: `TP. Hồ Chí Minh|Quận 1|Phường Bến Nghé|700000;TP. Hồ Chí Minh|Quận 7|Phường Tân Phong|700000;TP. Hồ Chí Minh|Quận Bình Thạnh|Phường 25|700000;TP. Hồ Chí Minh|Quận Gò Vấp|Phường 10|700000;TP. Hồ Chí Minh|Thành phố Thủ Đức|Phường Thảo Điền|700000;Hà Nội|Quận Cầu Giấy|Phường Dịch Vọng Hậu|100000;Hà Nội|Quận Đống Đa|Phường Láng Hạ|100000;Hà Nội|Quận Hoàn Kiếm|Phường Hàng Bông|100000;Hà Nội|Quận Hà Đông|Phường Mộ Lao|100000;Đà Nẵng|Quận Hải Châu|Phường Thạch Thang|550000;Đà Nẵng|Quận Sơn Trà|Phường An Hải Bắc|550000;Hải Phòng|Quận Lê Chân|Phường Dư Hàng Kênh|180000;Cần Thơ|Quận Ninh Kiều|Phường Xuân Khánh|900000;Khánh Hòa|Thành phố Nha Trang|Phường Lộc Thọ|650000;Lâm Đồng|Thành phố Đà Lạt|Phường 2|670000;Thừa Thiên Huế|Thành phố Huế|Phường Vĩnh Ninh|530000;Đồng Nai|Thành phố Biên Hòa|Phường Tân Mai|810000;Bình Dương|Thành phố Thủ Dầu Một|Phường Phú Cường|820000;Nghệ An|Thành phố Vinh|Phường Hưng Bình|460000;Quảng Ninh|Thành phố Hạ Long|Phường Bãi Cháy|200000`,
  SG: `Singapore|Singapore|Toa Payoh|310085;Singapore|Singapore|Tampines|520201;Singapore|Singapore|Bedok|460505;Singapore|Singapore|Jurong East|600252;Singapore|Singapore|Clementi|120345;Singapore|Singapore|Ang Mo Kio|560226;Singapore|Singapore|Tiong Bahru|160055;Singapore|Singapore|Punggol|820168`,
}

const STREETS: Record<Region, string> = {
  MY: 'Jalan Merpati|Jalan Bunga Raya|Lorong Cempaka|Jalan Kenanga|Jalan Seri Putra|Jalan Mawar|Lorong Melati|Jalan Perdana|Jalan Harmoni|Jalan Sentosa',
  VN: 'Nguyễn Trãi|Lê Lợi|Trần Hưng Đạo|Hai Bà Trưng|Nguyễn Huệ|Lý Thường Kiệt|Phan Đình Phùng|Điện Biên Phủ|Võ Thị Sáu|Quang Trung',
  SG: 'Lorong 4|Street 21|Avenue 3|North Road|Street 13|Avenue 6|Central|Drive',
}

const lists = new Map<string, string[]>()

function split(text: string, by = '|'): string[] {
  let list = lists.get(text)
  if (!list) lists.set(text, (list = text.split(by)))
  return list
}

function localName(region: Region, random: Random): string {
  const from = (text: string): string => random.pick(split(text))
  if (random.chance(0.05)) return `${from(JAPANESE_FAMILIES)} ${from(JAPANESE_GIVEN)}`
  if (region === 'VN')
    return `${from(VIETNAMESE_FAMILIES)} ${from(VIETNAMESE_MIDDLE)} ${from(VIETNAMESE_GIVEN)}`
  const drawn = random.next() + (region === 'SG' ? 0.35 : 0)
  if (drawn < 0.28) return `${from(MALAY_MEN)} bin ${from(MALAY_FATHERS)}`
  if (drawn < 0.55) return `${from(MALAY_WOMEN)} binti ${from(MALAY_FATHERS)}`
  if (drawn < 0.85 || region === 'SG') return `${from(CHINESE_FAMILIES)} ${from(CHINESE_GIVEN)}`
  if (random.chance(0.5)) return `${from(INDIAN_WOMEN)} a/p ${from(INDIAN_FATHERS)}`
  return `${from(INDIAN_MEN)} a/l ${from(INDIAN_FATHERS)}`
}

function phone(region: Region, random: Random): string {
  const tail = String(random.int(0, 999_999)).padStart(6, '0')
  if (region === 'MY') return `60100${tail}`
  return region === 'VN' ? `84300${tail}` : `6580${tail}`
}

function line(region: Region, random: Random): string {
  const street = random.pick(split(STREETS[region]))
  if (region === 'VN')
    return `${random.chance(0.3) ? `Hẻm ${random.int(2, 90)}/` : ''}${random.int(1, 300)} ${street}`
  if (region === 'SG')
    return `Blk ${random.int(10, 899)} ${street} #${String(random.int(2, 25)).padStart(2, '0')}-${random.int(101, 640)}`
  return `No. ${random.int(1, 180)}, ${street} ${random.int(1, 12)}/${random.int(1, 30)}`
}

function username(name: string, random: Random): string {
  const plain = name
    .normalize('NFD')
    .replace(/[đĐ]/g, 'd')
    .replace(/[^A-Za-z ]/g, '')
    .toLowerCase()
    .split(' ')
    .filter((word) => word.length > 2 && word !== 'bin' && word !== 'binti')
  return `${plain.slice(0, 2).join('_') || 'kaimono'}${random.int(1, 9999)}`
}

/** Somebody who does not exist, the same every time for the same seed, at a place that does. */
export function createPerson(region: Region, seed: string): Person {
  const random = createRandom(`person:${region}:${seed}`)
  const name = localName(region, random)
  const [state = '', city = '', town = '', zipcode = ''] = random.pick(split(PLACES[region], ';')).split('|')
  const first = line(region, random)
  const parts =
    region === 'VN'
      ? [first, town, city, state]
      : region === 'SG'
        ? [first, town, `Singapore ${zipcode}`]
        : [first, town, `${zipcode} ${city}`, state]
  return {
    username: username(name, random),
    address: {
      name,
      phone: phone(region, random),
      town: region === 'VN' ? town : '',
      district: region === 'VN' ? city : town,
      city: region === 'VN' ? '' : city,
      state,
      region,
      zipcode,
      full_address: parts.join(', '),
    },
  }
}

/** Returns the person at another address. Buyers are shared by their orders: one who has moved house is another one. */
export const withAddress = (person: Person, full_address: string): Person =>
  person.address.full_address === full_address
    ? person
    : { ...person, address: { ...person.address, full_address } }
