/**
 * The page for a person whose link has nothing for them, with the way to their own account. Without styles: an answer
 * of the service may have none.
 */
export const emptyLinkPage = (accountUrl: string): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>Not found</title>
</head>
<body>
<main>
<h1>There is nothing here for you to download.</h1>
<p>The link is not complete, or it was made for another account than the one that you are logged in to.</p>
<p><a href="${accountUrl}">Go to your account</a></p>
</main>
</body>
</html>`;
