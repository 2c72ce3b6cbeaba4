import { checkReach, plannedAddress } from '../../../publishing/check/fetchable';
import { Delivery } from '../../../publishing/deliver/delivery';
import { toNewPosts, type NewPost } from '../../../publishing/deliver/requests';
import { deliverAtSlots } from '../../../publishing/deliver/atSlots';
import { filesOfPost } from '../../../publishing/payload';
import { isToCreate, type PlannedItem } from '../../../publishing/types';
import type { PostizClient } from '../../../transport/client';
import { continuesOnError } from '../../../transport/nodeError';
import { groupBy } from '../../../values/lists';
import { ignoreProblem } from '../../../values/problem';
import { doubledProblem } from '../../../values/repetition';
import type { ItemValue } from '../../shared/operation';
import { addUnfetchableHint } from '../shared/hints';
import { exclusively } from './decide';
import type { CreateRun } from './run';

/** Uploads the files of items, and returns the posts that are to be created. */
export async function uploadFiles(
	{ context, client, runner, results, uploads, memory: { sent } }: CreateRun,
	items: Array<ItemValue<PlannedItem>>,
): Promise<NewPost[]> {
	const upload = uploadFirst(client);
	const ready = await runner.atOnce(items, async (item, itemIndex) => {
		const { planned, references } = await upload(item, async ({ posts }) =>
			uploads.references(posts.filter(isToCreate).flatMap(filesOfPost)),
		);
		const reached = checkReach(planned, (file) => references.get(file)?.path);
		// Channels may only turn out now to be left out.
		results.noteSettled([{ itemIndex, value: reached }], client);
		return sent.remaining(itemIndex, toNewPosts(itemIndex, reached, references));
	});
	const posts = ready.flatMap(({ value }) => value);
	addUnfetchableHint(context, posts);
	return posts;
}

/**
 * Uploads the files of items at once, but for those that networks fetch: the first upload shows where the instance keeps
 * files, so that the others need not be uploaded if that is out of reach. Throws {@link Problem} then.
 */
function uploadFirst({ facts }: PostizClient) {
	let first: Promise<unknown> | undefined;
	return async <T>(item: PlannedItem, upload: (planned: PlannedItem) => Promise<T>) => {
		const isFetched = item.posts.some(
			(post) => isToCreate(post) && post.target.provider?.fetchesFiles,
		);
		if (isFetched && facts.filesAt === undefined && first) await first.catch(ignoreProblem);
		const planned = checkReach(item, plannedAddress(facts.filesAt));
		const own = upload(planned);
		first ??= own;
		return { planned, references: await own };
	};
}

/** Creates all posts, those for free slots last. */
export async function sendPosts(
	{ context, client, runner, memory: { sent }, limit, slotFinder, startedAt, timezone }: CreateRun,
	posts: NewPost[],
): Promise<void> {
	const isolatesFailures = continuesOnError(context);
	const delivery = new Delivery({ context, client, sent, limit, isolatesFailures });
	const deliver = async (own: NewPost[]) => await delivery.deliver(own);
	const slots = {
		deliver,
		isStopped: () => delivery.isStopped,
		findSlots: async (own: NewPost[]) => {
			const found = await slotFinder.find(own);
			const rules = { madeAt: startedAt, timezone };
			const [doubled] = [...found.values()].flatMap(
				(date) => doubledProblem({ ...own[0]!.shared, date }, rules) ?? [],
			);
			if (doubled) throw doubled;
			return found;
		},
		inTurn: async <T>(own: NewPost[], work: () => Promise<T>) => {
			const keys = own.map(({ target }) => JSON.stringify([client.baseUrl, target.id]));
			return await exclusively(context, keys, work);
		},
	};
	runner.addOutcomes(await deliver(posts.filter(({ isForSlot }) => !isForSlot)));
	const forSlots = posts.filter(({ isForSlot }) => isForSlot);
	const items = groupBy(forSlots, ({ itemIndex }) => itemIndex).map((value) => ({
		itemIndex: value[0].itemIndex,
		value,
	}));
	await runner.inTurn(items, async (own) => {
		runner.addOutcomes(await deliverAtSlots(own, slots));
	});
}
