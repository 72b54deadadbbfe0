import { Dropdown } from 'antd';
import { Icon, type IconName } from '../../components/icon.tsx';
import { type ThemeChoice, themeChoices, useTheme } from '../../lib/theme.ts';
import styles from './sidebar-content.module.css';

const looks: Record<ThemeChoice, { icon: IconName; label: string }> = {
  light: { icon: 'sun', label: 'Light' },
  dark: { icon: 'moon', label: 'Dark' },
  system: { icon: 'screen', label: 'System' },
};

function Look({ choice }: { readonly choice: ThemeChoice }) {
  return (
    <span className={styles.look}>
      <Icon name={looks[choice].icon} />
      {looks[choice].label}
    </span>
  );
}

export function ThemeToggle() {
  const { choice, choose } = useTheme();
  return (
    <Dropdown
      trigger={['click']}
      placement="topLeft"
      menu={{
        selectable: true,
        selectedKeys: [choice],
        items: themeChoices.map((key) => ({ key, label: <Look choice={key} /> })),
        onClick: ({ key }) => {
          const wanted = themeChoices.find((one) => one === key);
          if (wanted) choose(wanted);
        },
      }}
    >
      <button type="button" className={styles.action}>
        <Icon name={looks[choice].icon} />
        <span className={styles.label}>Theme: {looks[choice].label}</span>
      </button>
    </Dropdown>
  );
}
