import QRCode from 'antd/es/qr-code';
import { AntdScope } from './antd-scope.tsx';
import { light } from '../config/tokens.ts';

/** A QR code, dark on light in every theme: cameras read it more reliably. */
export function QrCode({ value }: { readonly value: string }) {
  return (
    <AntdScope>
      <QRCode value={value} type="svg" color={light.text} bgColor={light.surface} bordered={false} size={180} />
    </AntdScope>
  );
}
