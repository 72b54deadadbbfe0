import { htmlOf } from '../domain/markup.ts';
import { rulesOf } from '../domain/rules.ts';
import { openCommunity } from './access.ts';
import type { Call, SandboxDependencies } from './call.ts';
import { ok, type Reply } from './reply.ts';

/** `/r/{community}/about/rules`. */
export function showRules(call: Call, dependencies: SandboxDependencies): Reply {
  const access = openCommunity(call.path.community ?? '', call.base, dependencies);
  if (access.refused !== null) return access.refused;
  const { createdAt, name: community } = access.community;
  return ok({
    rules: rulesOf(community).map(({ kind, name, description }, priority) => ({
      kind,
      description,
      short_name: name,
      violation_reason: name,
      created_utc: createdAt,
      priority,
      description_html: htmlOf(description),
    })),
    site_rules: ['Spam', 'Personal and confidential information', 'Threatening, harassing, or inciting violence'],
    site_rules_flow: [],
  });
}
