/** What each operation says of posts that failed: for good, maybe not, only in part, or not for the last time. */
import type { StoredPost } from '../../../service/state.cjs';
import { REJECTED, createStoredFailure, type Failure } from '../../../shared/failures.cjs';
import { RETRIED_FAILURE } from '../../../shared/failureCases.cjs';
import { addDays, createPostLocator, createRunner, storePost } from '../../support/posts.cjs';
import { listCalls, useService } from '../../support/useService.cjs';

const service = useService({ hourlyLimit: 1000 });
const run = createRunner(service, 'post');

interface Case {
	how: Failure;
	network?: string;
	settings?: StoredPost['settings'];
	kind: string;
	reason: RegExp;
	/** What Update says; it writes the post without. */
	update?: RegExp;
}

const LOOK =
	/^It may be online: check [^.]+ first\. If it is not there, delete the post and run this again\. /;
const MAY_BE = /failed in Postiz, but it may be online/;
const communities = ['tea', 'milk'].map((name) => ({
	value: { subreddit: name, title: 'Tea', type: 'self' },
}));

const CASES: Record<string, Case> = {
	'failed for good': {
		how: { message: REJECTED },
		kind: 'refused',
		reason: new RegExp(`^${REJECTED}$`),
	},
	'may be online': {
		how: { message: 'X may have already published this post, please check your account' },
		network: 'x',
		kind: 'unclear',
		reason: LOOK,
		update: MAY_BE,
	},
	'is online without its thumbnail': {
		how: {
			message: 'We have uploaded your video but we could not set the thumbnail',
			job: 'finalizePost',
		},
		network: 'youtube',
		kind: 'unclear',
		reason: /^The video is online. .*don't post it again\./,
		update: MAY_BE,
	},
	'is in one of two subreddits': {
		how: { message: 'Reddit rejected the post to r/milk: wait' },
		network: 'reddit',
		settings: { subreddit: communities },
		kind: 'unclear',
		reason: LOOK,
		update: MAY_BE,
	},
	'has a link that could not be read': {
		how: { message: '', job: 'postSocial', answer: '{"error":{"code":100}}' },
		network: 'instagram',
		kind: 'unclear',
		reason: LOOK,
		update: MAY_BE,
	},
	'is still tried': {
		how: RETRIED_FAILURE,
		kind: 'retrying',
		reason: /^Postiz is still trying: look again in an hour\./,
		update: /failed in Postiz, but Postiz is still trying/,
	},
};

describe.each(Object.entries(CASES))(
	'a post that %s',
	(_title, { how, network = 'bluesky', settings, kind, reason, update }) => {
		const storeFailed = () =>
			storePost(service, network, {
				state: 'ERROR',
				publishDate: addDays(-1),
				error: createStoredFailure(how, network),
				...(settings && { settings: { __type: network, ...settings } }),
			});
		test('appears so in Get', async () => {
			const { output } = await run('get', createPostLocator(storeFailed().id));
			const { reasonKind, maybePublished, reason: actualReason } = output[0][0].json;
			expect([reasonKind, maybePublished ?? false]).toEqual([kind, update !== undefined]);
			expect(actualReason).toMatch(reason);
		});

		test('ends the wait', async () => {
			const { error } = await run('wait', createPostLocator(storeFailed().id));
			expect(error?.message).toMatch(/ – the post “.*” failed: /);
			if (update) expect(`${error?.description} `).toMatch(reason);
			else expect(error?.description).toContain('with Post > Update');
		});

		test('can be scheduled again by Update only if nothing is online', async () => {
			const { error } = await run('update', {
				...createPostLocator(storeFailed().id),
				updateFields: { date: addDays(5) },
			});
			if (update) expect(error?.message).toMatch(update);
			else expect(error).toBeUndefined();
			const changes = listCalls(service).filter((call) => !call.startsWith('GET'));
			expect(changes.length > 0).toBe(update === undefined);
		});
	},
);
