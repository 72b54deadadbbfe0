import { contracts } from '@earshot/proto/http';
import { describe, expect, it } from '@jest/globals';

/** The calls of section 7 of the specification and of later requirements. */
const specified = `
  GET /api/auth/user
  POST /api/auth/login
  POST /api/auth/register
  POST /api/auth/logout
  GET /api/login
  POST /api/login/password
  POST /api/dev-auth
  POST /api/waitlist/signup
  POST /api/public/discover-subreddits
  GET /api/subreddits/suggestions
  GET /api/subreddits
  POST /api/subreddits
  DELETE /api/subreddits/{id}
  PATCH /api/subreddits/{id}/star
  GET /api/configuration
  POST /api/configuration
  GET /api/user-preferences
  POST /api/user-preferences
  GET /api/generated-messages
  GET /api/activity/dms
  GET /api/activity/comments
  GET /api/leads
  GET /api/leads/scan/latest
  GET /api/leads/scan/status/{jobId}
  POST /api/leads/scan/start
  POST /api/leads/scan/cancel/{jobId}
  GET /api/leads/export
  POST /api/leads/{id}/generate-message
  PATCH /api/leads/{id}/status
  GET /api/reddit/accounts
  POST /api/reddit/send-dm
  POST /api/reddit/send-comment
  GET /api/analytics/stats
  GET /api/performance/metrics
  GET /api/admin/check-admin
  GET /api/admin/dashboard
  GET /api/admin/discovery-analytics
  GET /api/auth/providers
  POST /api/auth/forgot-password
  POST /api/auth/reset-password
  POST /api/auth/password
  GET /api/auth/verify-email
  GET /api/auth/sessions
  DELETE /api/auth/sessions/{id}
  DELETE /api/auth/user
  GET /api/auth/user/export
  POST /api/auth/confirm
  POST /api/auth/address
  GET /api/notifications
  POST /api/notifications/read
  POST /api/leads/scan/preview
  GET /api/leads/scan/{jobId}/posts
  POST /api/leads/scan/{jobId}/posts/{postId}/rescue
  GET /api/reddit/link
  DELETE /api/reddit/accounts/{id}
  GET /api/openapi.json
  GET /api/docs
  GET /.well-known/security.txt
  GET /api/model-usage
  PUT /api/leads/{id}/rating
  GET /api/learning
  PATCH /api/learning
  DELETE /api/learning
`;
const calls = specified
  .trim()
  .split('\n')
  .map((line) => line.trim());

describe('the specification', () => {
  it.each(calls)('%s has one contract and one owner', (call) => {
    const [method, path = ''] = call.split(' ');
    const wanted = path.replace(/\{(\w+)\}/g, ':$1');
    const found = Object.values(contracts).filter((one) => one.method === method && one.path === wanted);
    expect(found).toHaveLength(1);
    expect(found[0]?.callers).toContain('gateway');
  });
});
