import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';

import type { ApiRequest, PostizClient } from '../../transport/client';
import { errorDetail } from '../../transport/explain';
import { isCancelled } from '../../transport/pause';
import { sharedByTries } from '../../transport/tries';
import type { ApiAnswer, Exchange, UploadedFile } from '../../transport/types';
import { Problem, type Explanation } from '../../values/problem';
import { propertiesOf } from '../../values/read';
import { changeOnce } from '../shared/once';
import { toRows } from '../shared/rows';

export const SLIDES = 'image-text-slides';
export const VEO3 = 'veo3';
/** The generators by their value, as people see them. */
export const GENERATORS = { [SLIDES]: 'Slides With Voice', [VEO3]: 'Veo 3' };
export type Generator = keyof typeof GENERATORS;

/** To give up early would lose a video that is paid for, in ms. */
const MAX_WAIT_MS = 60 * 60_000;
const NO_CREDITS = 402;

export interface VideoRequest {
	type: Generator;
	output: string;
	customParams: IDataObject;
}

/** The videos that the tries of a run made, by the index of the item. */
const madeVideos = sharedByTries(() => new Map<number, UploadedFile[]>());

/** Makes the videos of one execution, one after another (docs/api.md, Videos). */
export class VideoMaker {
	private readonly made: Map<number, UploadedFile[]>;

	/** The answer that there are no credits, which holds for the items after as well. */
	private refusal?: Exchange;

	constructor(
		private readonly context: IExecuteFunctions,
		private readonly client: PostizClient,
	) {
		this.made = madeVideos(context);
	}

	madeBefore(itemIndex: number): UploadedFile[] | undefined {
		return this.made.get(itemIndex);
	}

	/** Asks once, and never again: each request may cost credits. Throws {@link Problem}. */
	async make(itemIndex: number, body: VideoRequest): Promise<UploadedFile[]> {
		const videos = await changeOnce(this.context, itemIndex, {
			change: async () => await this.ask(body),
		});
		this.made.set(itemIndex, videos);
		return videos;
	}

	private async ask(body: VideoRequest): Promise<UploadedFile[]> {
		if (isCancelled(this.context)) {
			throw new Problem(
				'The execution was cancelled before the video was made',
				`Run the workflow again.${this.describeMade()}`,
			);
		}
		const request: ApiRequest = {
			method: 'POST',
			path: '/generate-video',
			body,
			timeout: MAX_WAIT_MS,
			explain: (answer) => explainRefusal(answer, body.type),
		};
		const exchange = this.refusal ?? (await this.client.exchange(request));
		if (exchange.kind === 'unknown') {
			throw new Problem(
				isCancelled(this.context)
					? 'The execution was cancelled while the video was made'
					: 'The connection to Postiz was lost while the video was made',
				UNCLEAR + this.describeMade(),
				{ isUnclear: true },
			);
		}
		const { status } = exchange.kind === 'answer' ? exchange.answer : { status: NaN };
		if (status === NO_CREDITS) this.refusal = exchange;
		if (!(status < 300)) {
			const explanation = this.client.explain(exchange, request);
			const description = explanation.description + this.describeMade();
			throw Problem.from({ ...explanation, description, isUnclear: status >= 500 });
		}
		const videos = toRows(this.client.bodyOf<unknown>(exchange, request));
		if (videos.length === 0 || !videos.every(isUploadedFile)) {
			const description = UNCLEAR + this.describeMade();
			throw new Problem("Postiz didn't return the address of the video", description, {
				isUnclear: true,
			});
		}
		return videos;
	}

	// If one item fails and ends the execution, n8n outputs nothing of the items before.
	private describeMade(): string {
		const made = [...this.made.values()].flat();
		if (made.length === 0) return '';
		const paths = made.map(({ path }) => path).join(', ');
		return ` The videos of the items before are kept under Media in Postiz: ${paths}`;
	}
}

const isUploadedFile = (row: IDataObject): row is UploadedFile =>
	[row.id, row.path].every((value) => typeof value === 'string' && value !== '');

const UNCLEAR =
	"The video may exist or still be created, and its credits may be used. Check Media in Postiz before you run this again; the node didn't request it again.";

const NO_GENERATOR = /^type must be any of:?\s*(.*)$/i;

function explainRefusal({ status, body }: ApiAnswer, type: Generator): Explanation | undefined {
	const detail = errorDetail(body);
	const others = status === 400 ? NO_GENERATOR.exec(detail)?.[1]?.trim() : undefined;
	if (others !== undefined) {
		return {
			message: `This Postiz instance doesn't make videos of the type ${GENERATORS[type]}`,
			description: others
				? `Nothing was created. It has: ${others}. Choose another Type, or set up what this one needs on the instance.`
				: 'Nothing was created. No video generator is set up on the instance.',
		};
	}
	const quoted = detail && ` Postiz says: “${detail}”`;
	if (status === NO_CREDITS) {
		const { url } = propertiesOf(body);
		const page = typeof url === 'string' && /^https?:\/\//i.test(url) ? url : undefined;
		return {
			message: 'Postiz has no credits left for this video, or the plan includes none',
			description: `Nothing was created. See ${page ?? 'Billing in Postiz'} for the plan and its credits.${quoted}`,
		};
	}
	if (status >= 500) {
		return {
			message: `Postiz failed while the video was made (status ${status})`,
			description: `${UNCLEAR}${quoted}`,
		};
	}
	return undefined;
}
