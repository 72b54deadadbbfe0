import { useQuery } from '@tanstack/react-query';
import { useNavigate } from 'react-router-dom';
import { paths } from '../../config/paths.ts';
import { viewsQuery } from '../../features/leads/api/lead-views.ts';
import { writeFilters } from '../../features/leads/filters.ts';
import { fromView } from '../../features/leads/view-filters.ts';
import { latestScanQuery, useCancelScan, useStartScan } from '../../features/scan/api/scan.ts';
import { isRunning } from '../../features/scan/is-running.ts';
import { texts as scanTexts } from '../../features/scan/texts.ts';
import { texts as communityTexts } from '../../features/communities/texts.ts';
import { useTheme } from '../../lib/theme.ts';
import { themeChoices } from '../../lib/theme-choice.ts';
import { configurationSections, settingsSections } from '../pages/sections.ts';
import { usePages } from '../shell/use-pages.ts';
import { useSignOut } from '../shell/use-sign-out.ts';
import { texts as appTexts } from '../texts.ts';
import type { Command } from './commands.ts';
import { texts } from './texts.ts';

const themeIcons = { light: 'sun', dark: 'moon', system: 'screen' } as const;

const sections = [
  ...configurationSections.map((one) => ({
    ...one,
    path: paths.configuration,
    page: appTexts.links.configuration,
    icon: 'sliders' as const,
  })),
  ...settingsSections.map((one) => ({
    ...one,
    path: paths.settings,
    page: appTexts.links.settings,
    icon: 'gear' as const,
  })),
];

/** What the shell does for the palette. */
export interface ShellActions {
  readonly openPicker: () => void;
  readonly showNotifications: () => void;
}

/** Everything that the palette offers this user, except leads. */
export function useCommands(shell: ShellActions): readonly Command[] {
  const navigate = useNavigate();
  const places = usePages().map(({ to, icon, label }): Command => {
    return { id: to, group: 'pages', icon, label, run: () => void navigate(to) };
  });
  const parts = sections.map(({ id, label, path, page, icon }): Command => {
    const run = () => void navigate({ pathname: path, hash: id });
    return { id: `${path}#${id}`, group: 'pages', icon, label: texts.section(page, label), isHidden: true, run };
  });
  return [...places, ...parts, ...useViewCommands(), useScanCommand(), ...useShellCommands(shell)];
}

/** Opens the list of leads as each saved view describes it. */
function useViewCommands(): readonly Command[] {
  const navigate = useNavigate();
  const { data: views = [] } = useQuery(viewsQuery);
  return views.map((view) => {
    const run = () => void navigate({ pathname: paths.leads, search: writeFilters(fromView(view)).toString() });
    return { id: view.id, group: 'views', icon: 'star', label: view.name, words: texts.words.view, run };
  });
}

function useScanCommand(): Command {
  const { data: job } = useQuery(latestScanQuery);
  const start = useStartScan();
  const cancel = useCancelScan();
  const common = { id: 'scan', group: 'actions', icon: 'scan', words: texts.words.scan } as const;
  if (job && isRunning(job)) return { ...common, label: scanTexts.cancel, run: () => cancel.mutate(job.id) };
  return { ...common, label: scanTexts.start, run: () => start.mutate() };
}

function useShellCommands({ openPicker, showNotifications }: ShellActions): Command[] {
  const { choice, choose } = useTheme();
  const { signOut } = useSignOut();
  const group = 'actions';
  const { words } = texts;
  return [
    { id: 'picker', group, icon: 'hash', label: communityTexts.manage, words: words.communities, run: openPicker },
    { id: 'news', group, icon: 'bell', label: texts.notifications, words: words.notifications, run: showNotifications },
    ...themeChoices
      .filter((theme) => theme !== choice)
      .map((theme): Command => {
        const run = () => choose(theme);
        return { id: theme, group, icon: themeIcons[theme], label: texts.themes[theme], words: words.theme, run };
      }),
    { id: 'leave', group, icon: 'signOut', label: appTexts.signOut, words: words.signOut, run: () => void signOut() },
  ];
}
