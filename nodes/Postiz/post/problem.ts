/**
 * Something a person filled in that cannot be sent: what is wrong, and what to change. The
 * resource that reads the item turns it into an n8n error that names the item.
 */
export class Problem extends Error {
	constructor(
		message: string,
		readonly description: string,
	) {
		super(message);
		this.name = 'Problem';
	}
}
