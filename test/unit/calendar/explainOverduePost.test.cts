import { explainOverduePost } from '../../../nodes/Postiz/calendar/explainOverduePost';
import type { Channel, ListedPost } from '../../../nodes/Postiz/transport/apiTypes';

const own = { id: 'c1', name: 'Acme', providerIdentifier: 'x' };
const channel = { id: 'c1', name: 'Acme Coffee', identifier: 'x' };
const other = { ...channel, id: 'c2', disabled: true };
const disabled = { ...channel, disabled: true };

test.each<{ title: string; post: object; channels?: Channel[]; reasonKind: string; cause: RegExp }>(
	[
		{
			title: 'works',
			post: own,
			channels: [other, channel],
			reasonKind: 'unknown',
			cause: /worker may be down.* must be reconnected/,
		},
		{ title: 'cannot be listed', post: own, reasonKind: 'unknown', cause: /worker/ },
		{
			title: 'is disabled',
			post: own,
			channels: [other, disabled],
			reasonKind: 'channelDisabled',
			cause: /^Its channel “Acme Coffee” \(X\) is /,
		},
		{
			title: 'is gone',
			post: own,
			channels: [],
			reasonKind: 'channelGone',
			cause: /^Its channel “Acme” \(X\) is no longer connected/,
		},
		{
			title: 'lost its name',
			post: { id: 'c1' },
			channels: [other],
			reasonKind: 'channelGone',
			cause: /^Its channel “c1” is no/,
		},
	],
)('explains a failed post whose channel $title', ({ post, channels, reasonKind, cause }) => {
	expect(explainOverduePost({ integration: post } as ListedPost, channels)).toMatchObject({
		reasonKind,
		cause: expect.stringMatching(cause),
	});
});
