export {
  useMantineColorScheme as useColorScheme,
  type MantineColorScheme as ColorScheme,
} from '@mantine/core'
