/** An n8n around the trigger that asks the service without a connection, in the midst of which things go wrong or happen. */
import type { IHttpRequestOptions } from 'n8n-workflow';

import { PostizTrigger } from '../../../nodes/PostizTrigger/PostizTrigger.node.ts';
import { ActiveTrigger } from '../../integration/support/triggerHarness.cjs';
import type { Service } from '../../service/server.cjs';

/** An answer in place of the service's; an error if there is none. */
export type Interference = (
	path: string,
) => { status?: number; body?: unknown; error?: string } | undefined;

export class N8n extends ActiveTrigger {
	interfere: Interference = () => undefined;
	/** Happens once, while the service makes a list of posts. */
	meanwhile?: () => Promise<void>;
	/** The posts in the last list. */
	listed = new Set<string>();

	constructor(
		private readonly service: Service,
		events: string[],
		/** Older ones output what a context finds that is not the newest. */
		readonly isOld: boolean,
	) {
		super({
			...{ node: new PostizTrigger(), service, isOld },
			parameters: { events, filters: {} },
			credentials: { apiKey: service.apiKey },
		});
	}

	set apiKey(apiKey: string) {
		this.options.credentials!.apiKey = apiKey;
	}

	protected override pollContext(...how: Parameters<ActiveTrigger['pollContext']>) {
		const context = super.pollContext(...how);
		context.helpers.httpRequest = async (options) => await this.request(options);
		context.helpers.httpRequestWithAuthentication = async (_type, options) =>
			await this.request(options, String(this.options.credentials!.apiKey));
		return context;
	}

	private async request({ url, qs = {}, method }: IHttpRequestOptions, key?: string) {
		const { pathname } = new URL(url);
		const { error, status, body } = this.interfere(pathname) ?? {};
		if (error) throw Object.assign(new Error(error), { code: error });
		const answer = await this.service.ask({
			method: method as 'GET',
			url: pathname,
			query: qs as Record<string, string>,
			headers: key === undefined ? {} : { authorization: key },
		});
		const statusCode = status ?? answer.statusCode;
		const answered = body ?? (status ? {} : (JSON.parse(answer.body) as unknown));
		if (pathname.endsWith('/v1/posts') && statusCode === 200) {
			const { meanwhile } = this;
			this.meanwhile = undefined;
			await meanwhile?.();
			this.listed = new Set(
				(answered as { posts: Array<{ id: string }> }).posts.map(({ id }) => id),
			);
		}
		return { statusCode, headers: answer.headers, body: answered };
	}
}
