<?php
// The shop's pages: ordinary pages of WordPress, which the publisher may write around in. Where one page stands for
// many (each product, each invoice), a rule says which part of the address tells them apart.

declare(strict_types=1);

namespace Newsstand;

defined('ABSPATH') || exit;

/**
 * Path => title, widgets, and what is special: `own` is one reader's, or opened by a key in its address; `head`: the
 * widget brings its own heading.
 */
const PAGES = [
    'store' => ['Store', ['checkout.store'], []],
    'store/product' => ['Product', ['checkout.product'], ['head']],
    'store/checkout' => ['Check Out', ['checkout.page'], ['head']],
    'issue' => ['Issue', [], ['head']],
    'receipts' => ['Receipt', ['checkout.receipt'], ['head', 'own']],
    'invoice' => ['Invoice', ['checkout.invoice'], ['head', 'own']],
    'subscribe' => ['Subscribe', ['subscribe.builder'], ['head']],
    'subscribe/renew' => ['Renew', ['subscribe.renew'], ['head', 'own']],
    'subscribe/redeem' => ['A gift for you', ['subscribe.redeem'], ['head', 'own']],
    'donate' => ['Donate', ['subscribe.donate'], ['head']],
    'mailing-list' => ['Mailing list', ['mailing-list.form'], []],
    'login' => ['Log in', ['login.page'], []],
    'institutional-subscriptions' => ['Institutional subscriptions', ['login.page'], []],
    'account' => ['Your account', ['account.overview'], ['head', 'own']],
    'account/name' => ['Change name', ['account.name'], ['head', 'own']],
    'account/email' => ['Change email', ['account.email'], ['head', 'own']],
    'account/address' => ['Change addresses', ['account.address'], ['head', 'own']],
    'account/address/delete' => ['Delete address', ['account.delete-address'], ['head', 'own']],
    'account/payment' => ['Change payment', ['account.payment'], ['head', 'own']],
    'account/subscriptions' => ['Update your subscription', ['account.subscription'], ['head', 'own']],
    'account/donation' => ['Your monthly donation', ['account.donation'], ['head', 'own']],
    'account/sessions' => ['Where you are logged in', ['account.sessions'], ['head', 'own']],
    'account/data' => ['Your data', ['account.data'], ['head', 'own']],
    'renewal' => ['Confirm a payment', ['account.renewal'], ['head', 'own']],
];

/** Addresses of which one page stands for many: a pattern, the page, and the query variable that its part is. */
const RULES = [
    ['store/product/([^/]+)', 'store/product', 'newsstand_slug'],
    ['issue/([^/]+)', 'issue', 'newsstand_issue'],
    ['invoice/([^/]+)', 'invoice', 'newsstand_token'],
    ['account/subscriptions/([^/]+)', 'account/subscriptions', 'newsstand_token'],
    ['account/address/(ship-[a-c])/delete', 'account/address/delete', 'newsstand_ship'],
];

function add_rules(): void
{
    foreach (RULES as [$pattern, $page, $variable]) {
        add_rewrite_rule("^$pattern/?$", "index.php?pagename=$page&$variable=\$matches[1]", 'top');
    }
}

add_action('init', __NAMESPACE__ . '\\add_rules');
add_filter('query_vars', fn(array $known): array => [...$known, ...array_unique(array_column(RULES, 2))]);

/** The ids of the pages that were made, by path; those that were deleted since are not among them. */
function page_ids(): array
{
    $ids = get_option('newsstand_pages');
    return array_filter(is_array($ids) ? $ids : [], fn(mixed $id): bool => get_post_status((int) $id) === 'publish');
}

/**
 * Makes the pages that are missing; one that somebody else has made at an address is left as it is. Answers the paths
 * of those that were made.
 */
function create_pages(): array
{
    $ids = page_ids();
    $made = [];
    foreach (PAGES as $path => [$title, $widgets, $special]) {
        if (isset($ids[$path])) continue;
        $there = get_page_by_path($path);
        if ($there !== null && $there->post_status === 'publish') {
            $ids[$path] = $there->ID;
            continue;
        }
        $id = wp_insert_post([
            'post_type' => 'page',
            'post_status' => 'publish',
            'post_title' => __($title, 'newsstand'),
            'post_name' => basename($path),
            'post_parent' => $ids[dirname($path)] ?? 0,
            'post_content' => implode("\n\n", array_map(block_of(...), $path === 'issue' ? ['newsstand/issue'] : $widgets)),
            'comment_status' => 'closed',
            'ping_status' => 'closed',
        ]);
        if (!is_int($id) || $id === 0) continue;
        if (in_array('head', $special, true) && isset(wp_get_theme()->get_page_templates(null, 'page')['page-no-title'])) {
            update_post_meta($id, '_wp_page_template', 'page-no-title');
        }
        $ids[$path] = $id;
        $made[] = $path;
    }
    update_option('newsstand_pages', $ids);
    add_rules();
    flush_rewrite_rules();
    return $made;
}

/** A widget as the editor keeps it. */
function block_of(string $name): string
{
    $block = str_contains($name, '/') ? $name : 'newsstand/' . str_replace('.', '-', $name);
    return "<!-- wp:$block /-->";
}

/** Which of the shop's pages this is; null for all others. */
function page_path(): ?string
{
    if (!is_page()) return null;
    $path = array_search(get_queried_object_id(), page_ids(), true);
    return is_string($path) ? $path : null;
}

add_action('wp', function (): void {
    $path = page_path();
    if ($path === null) return;
    if (is_gone($path)) {
        global $wp_query;
        $wp_query->set_404();
        status_header(404);
        nocache_headers();
        return;
    }
    if (in_array('own', PAGES[$path][2], true)) keep_out_of_caches();
    if (in_array('own', PAGES[$path][2], true) && !headers_sent()) header('Referrer-Policy: no-referrer');
});

/**
 * A page that stands for many is nothing without the part that tells them apart; and what is not sold any more has no
 * page.
 */
function is_gone(string $path): bool
{
    foreach (RULES as [, $page, $variable]) {
        if ($page !== $path) continue;
        $part = (string) get_query_var($variable);
        if ($part === '') return true;
        return match ($path) {
            'store/product' => piece('product/' . rawurlencode($part) . '?part=words&heading=2') === false,
            'issue' => piece('issue/' . rawurlencode($part) . '?part=data') === false,
            default => false,
        };
    }
    return false;
}

/** This answer is for one reader: neither the browser nor any cache of WordPress's keeps it. */
function keep_out_of_caches(): void
{
    foreach (['DONOTCACHEPAGE', 'DONOTCACHEOBJECT', 'DONOTCACHEDB'] as $name) defined($name) || define($name, true);
    // LiteSpeed asks for its own.
    do_action('litespeed_control_set_nocache', 'newsstand');
    if (headers_sent()) return;
    header('Cache-Control: private, no-store');
    header('Vary: Cookie', false);
}

// The address with the part that tells pages apart is the page's own.
add_filter('redirect_canonical', fn(mixed $to): mixed => own_address() === null ? $to : false);
add_filter('get_canonical_url', fn(mixed $url): mixed => own_address() ?? $url);

function own_address(): ?string
{
    $here = page_elsewhere((string) ($_SERVER['REQUEST_URI'] ?? '/'));
    if ($here !== null) return home_url(address_of($here[0], $here[1]));
    $path = page_path();
    foreach (RULES as [$pattern, $page, $variable]) {
        $part = (string) get_query_var($variable);
        // Several pages have their part in the same variable; a page that is gone is none, and its address its own all
        // the same.
        if ($part === '' || $page !== ($path ?? $page)) continue;
        if (isset((own_paths() ?? [])[$page])) return home_url(address_of($page, $part));
        return home_url(user_trailingslashit('/' . preg_replace('/\(.*?\)/', rawurlencode($part), $pattern)));
    }
    return null;
}

/**
 * Where this site has the page that the API names by an address of its own; null where it has none. The same as the
 * page's canonical address, to the slash.
 */
function good_address(string $url): ?string
{
    $parts = wp_parse_url($url);
    if (!is_array($parts)) return null;
    $uri = ($parts['path'] ?? '/') . (isset($parts['query']) ? "?{$parts['query']}" : '');
    $page = page_elsewhere($uri)[0] ?? null;
    if ($page === 'store/product' || $page === 'issue') return home_url($uri);
    return preg_match('~^/(?:store/product|issue)/[^/]+$~', $uri) === 1 ? home_url(user_trailingslashit($uri)) : null;
}

/** Data of the shop's, as JSON-LD, with the addresses of this site. */
function with_own_addresses(string $data): string
{
    return (string) preg_replace_callback('~"url":("(?:[^"\\\\]|\\\\.)*")~', function (array $found): string {
        $url = json_decode($found[1]);
        $here = is_string($url) ? good_address($url) ?? page_address($url) : null;
        return $here === null ? $found[0] : '"url":' . wp_json_encode($here, JSON_UNESCAPED_SLASHES | JSON_HEX_TAG);
    }, $data);
}

/** The same of a page that stands for itself, such as the subscriptions'. */
function page_address(string $url): ?string
{
    $path = trim((string) wp_parse_url($url, PHP_URL_PATH), '/');
    $page = page_elsewhere("/$path")[0] ?? (array_search("/$path", ADDRESSES, true) ?: null);
    $id = $page === null ? null : page_ids()[$page] ?? null;
    return $id === null ? null : (string) get_permalink((int) $id);
}

// WordPress would lead to the page without the part that tells apart what it stands for, where nothing is.
add_filter('oembed_discovery_links', fn(string $links): string => stands_for_many() ? '' : $links);
add_filter('pre_get_shortlink', fn(mixed $link): mixed => stands_for_many() ? '' : $link);

function stands_for_many(): bool
{
    return in_array(page_path(), array_column(RULES, 1), true);
}

// Search engines get the shop's data, and nothing of what is one reader's.
add_action('wp_head', function (): void {
    $data = match (page_path()) {
        'store' => piece('products?tag=store&part=data'),
        'store/product' => piece('product/' . rawurlencode((string) get_query_var('newsstand_slug')) . '?part=data'),
        'issue' => piece('issue/' . rawurlencode((string) get_query_var('newsstand_issue')) . '?part=data'),
        'subscribe' => piece('subscriptions?part=data'),
        default => null,
    };
    if (is_string($data)) echo with_own_addresses($data), "\n";
});
add_filter('wp_robots', function (array $robots): array {
    $path = page_path();
    return $path !== null && in_array('own', PAGES[$path][2], true) ? ['noindex' => true] + $robots : $robots;
});

// Of a product the title is its name.
add_filter('document_title_parts', fn(array $parts): array => ['title' => good_name() ?? $parts['title'] ?? ''] + $parts);
// Themes write this one as it is; WordPress escapes the other.
add_filter('the_title', function (string $title, int $id = 0): string {
    $name = $id === get_queried_object_id() ? good_name() : null;
    return $name === null ? $title : esc_html($name);
}, 10, 2);

function good_name(): ?string
{
    $words = match (is_main_query() ? page_path() : null) {
        'store/product' => product_words((string) get_query_var('newsstand_slug')),
        'issue' => (string) piece('issue/' . rawurlencode((string) get_query_var('newsstand_issue')) . '?heading=2'),
        default => '',
    };
    if (preg_match('~<h[1-6][^>]*>(.*?)</h[1-6]>~s', $words, $found) !== 1) return null;
    return html_entity_decode(trim(wp_strip_all_tags($found[1])), ENT_QUOTES);
}
