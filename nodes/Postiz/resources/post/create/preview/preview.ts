import type { IBinaryKeyData, IDataObject, IExecuteFunctions } from 'n8n-workflow';

import { problemsOf } from '../../../../publishing/check/checkPost';
import type { PlannedItem, PlannedPost, WrittenItem } from '../../../../publishing/types';
import { providerName } from '../../../../providers';
import type { PostizClient } from '../../../../transport/client';
import { isTool } from '../../../../transport/nodeError';
import { ThreadShare } from '../../../../transport/pause';
import { getOrMake } from '../../../../values/getOrMake';
import { listNames } from '../../../../values/lists';
import { capitalized, count, sentences } from '../../../../values/plural';
import { isOfService, outsideMessage, Problem, type Explanation } from '../../../../values/problem';
import { addHint, type ItemValue } from '../../../shared/operation';
import { previewsOnly } from '../readForm';
import type { Results } from '../results';
import { previewPage } from './page';
import { amountsOf, describePost, describeWritten, type PreviewPost, type Status } from './post';
import { countRequests } from './requests';
import { previewRow } from './row';

interface Seen {
	/** As it was read. */
	written?: WrittenItem;
	/** As planned, before it is known what is there. */
	planned?: PlannedItem;
	/** The same, with what is there; an item may be divided into posts to change and to create. */
	decided: PlannedItem[];
	/** Why it would not be sent. */
	refused?: Problem;
}

/** Collects what a run would do with items that are only previewed. The run itself checks them. */
export class Preview {
	private readonly seen = new Map<number, Seen>();

	constructor(private readonly context: IExecuteFunctions) {}

	/** Keeps an item as it was read. */
	noteWritten(itemIndex: number, item: WrittenItem): void {
		if (item.previewsOnly) this.seenOf(itemIndex).written = item;
	}

	/** Keeps an item as it is planned. */
	notePlanned(itemIndex: number, item: PlannedItem): void {
		if (item.previewsOnly) this.seenOf(itemIndex).planned = item;
	}

	/** Takes the items that are only previewed, and returns the others. */
	take(items: Array<ItemValue<PlannedItem>>): Array<ItemValue<PlannedItem>> {
		return items.filter(({ itemIndex, value }) => {
			if (value.previewsOnly) this.seenOf(itemIndex).decided.push(value);
			return !value.previewsOnly;
		});
	}

	/** Keeps why an item would not be sent; false if it isn't only previewed, or Postiz could not be asked. */
	refuse(error: unknown, itemIndex: number): boolean {
		if (error instanceof Problem && isOfService(error)) return false;
		if (!previewsOnly(this.context, itemIndex)) return false;
		// n8n says what fails in an expression.
		this.seenOf(itemIndex).refused =
			error instanceof Problem ? error : new Problem(outsideMessage(error), '');
		return true;
	}

	/** Outputs all previewed items, with a hint that counts them. */
	async output(results: Results, client: PostizClient): Promise<void> {
		if (this.seen.size === 0) return;
		const { context } = this;
		const timezone = context.getTimezone();
		const turns = new ThreadShare();
		const items: Array<{ itemIndex: number; posts: PreviewPost[]; rows: IDataObject[] }> = [];
		for (const [itemIndex, seen] of [...this.seen].sort(([a], [b]) => a - b)) {
			await turns.share();
			const number = results.numberOf(itemIndex);
			const posts = this.describe(seen, client).map((post) => ({ ...post, ...number }));
			const rows = posts.map((post) => previewRow(post, timezone));
			items.push({ itemIndex, posts, rows });
		}
		const posts = items.flatMap((item) => item.posts);
		let page = await this.page(posts, items[0]!.itemIndex);
		for (const { itemIndex, rows } of items) {
			results.addPreview(rows, itemIndex, page);
			page = undefined;
		}
		const ready = [...this.seen].flatMap(([itemIndex, { refused, decided }]) =>
			refused ? [] : decided.map((value) => ({ itemIndex, value })),
		);
		const requests = await countRequests(client, ready);
		const isUnchecked = ready.some(({ value }) => value.skipsValidation);
		const said = sentences(
			`Nothing was sent: ${countStatuses(posts)}.`,
			isUnchecked && 'Skip Validation is on: lengths, settings and media were not checked.',
		);
		const next = sentences(
			'To look at them, download preview.html in the Binary tab.',
			requests > 0 && `Remove Preview Only to send them, in ${count(requests, 'request')}.`,
		);
		addHint(context, `${said} ${next}`, said);
	}

	/** The page as a file; models cannot look at it, and n8n refuses files of tools. */
	private async page(posts: PreviewPost[], itemIndex: number): Promise<IBinaryKeyData | undefined> {
		const { context } = this;
		if (isTool(context)) return undefined;
		const text = await previewPage(posts, { timezone: context.getTimezone(), now: Date.now() });
		const { prepareBinaryData } = context.helpers;
		const { binary = {} } = context.getInputData()[itemIndex]!;
		const name = 'preview' in binary ? 'preview_2' : 'preview';
		return { [name]: await prepareBinaryData(Buffer.from(text), 'preview.html', 'text/html') };
	}

	private seenOf(itemIndex: number): Seen {
		return getOrMake(this.seen, itemIndex, () => ({ decided: [] }));
	}

	private describe(
		{ written, planned, decided, refused }: Seen,
		client: PostizClient,
	): PreviewPost[] {
		const explain = ({ message, description, forModel }: Explanation) =>
			inOneLine(message, isTool(this.context) ? (forModel ?? description) : description);
		if (!planned) {
			const problems = refused ? [explain(refused)] : [];
			return [{ ...describeWritten(written), status: 'to fix', problems }];
		}
		const timezone = this.context.getTimezone();
		const found = problemsOf(planned, client.instance.filesAt);
		const ofDate = planned.invalidDate ? [explain(planned.invalidDate)] : [];
		const ofItem = found.length + ofDate.length === 0 && refused ? [explain(refused)] : ofDate;
		const items = refused ? [planned] : decided;
		return items.flatMap((item) =>
			item.posts.map((post) => {
				const own = found.filter(([target]) => target === post.target);
				const problems = [
					...ofItem,
					...own.map(([, { message, remedy = '', forModel }]) =>
						explain({ message, description: remedy, forModel }),
					),
				];
				const status =
					refused && problems.length === 0 ? 'waiting' : statusOf(post, problems.length > 0);
				const others = new Set(found.map(([{ identifier }]) => providerName(identifier)));
				const waits = `Nothing of this row is sent until the post to ${listNames([...others])} is fixed.`;
				const said = problems.length === 0 && post.leftOut ? [post.leftOut] : problems;
				return {
					...describePost(post, item, { client, timezone }),
					status,
					problems: status === 'waiting' ? [waits] : said,
				};
			}),
		);
	}
}

function statusOf({ existing, sameAs, leftOut }: PlannedPost, hasProblems: boolean): Status {
	if (leftOut !== undefined) return 'left out';
	if (hasProblems) return 'to fix';
	if (existing?.changed.length) return 'changed';
	return (existing ?? sameAs) ? 'there already' : 'new';
}

/** What is wrong and what to do, in one line. Messages begin with a small letter where errors name the channel before. */
const inOneLine = (message: string, advice: string) =>
	sentences(/[.!?…]$/.test(message) ? message : `${message}.`, advice)
		.replace(/\s+/g, ' ')
		.replace(/^[a-z](?=[a-z]* )/, capitalized);

/** Such as `2 new, 19 there already, 4 to fix`. */
const countStatuses = (posts: PreviewPost[]) =>
	amountsOf(posts)
		.map(([status, amount]) => `${amount} ${status}`)
		.join(', ');
