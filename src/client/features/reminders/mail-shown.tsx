import { Card, Text } from '@mantine/core'

export function MailShown({ subject, text }: { subject: string; text: string }) {
  return (
    <Card bg="var(--br-ground)">
      <Text fw={600}>{subject}</Text>
      <Text style={{ whiteSpace: 'pre-wrap' }}>{text}</Text>
    </Card>
  )
}
