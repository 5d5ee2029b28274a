<?php
// What menus have of the shop. Cart and login: a custom link to `#newsstand-cart` or `#newsstand-login`, in a classic
// menu as in the Navigation block.

declare(strict_types=1);

namespace Newsstand;

defined('ABSPATH') || exit;

const IN_MENUS = ['#newsstand-cart' => 'checkout.panel', '#newsstand-login' => 'login.header'];

add_filter('walker_nav_menu_start_el', fn(string $html, object $item): string => in_menu((string) ($item->url ?? '')) ?? $html, 10, 2);

// On a phone the Navigation block is a closed drawer, which closes when the focus leaves it, and hides what opened in
// it: there they stand beside it.
add_filter('render_block_core/navigation-link', function (string $html, array $block): string {
    $widget = in_menu((string) ($block['attrs']['url'] ?? ''));
    if ($widget === null) return $html;
    beside_navigation($widget);
    return '';
}, 10, 2);

// In the block, behind its drawer: so they have the letters, colours and distances that a theme gives its menu.
add_filter('render_block_core/navigation', function (string $html): string {
    $beside = implode('', beside_navigation(null));
    if ($beside === '') return $html;
    $tags = new \WP_HTML_Tag_Processor($html);
    if ($tags->next_tag('nav')) $tags->add_class('newsstand-menu');
    $html = $tags->get_updated_html();
    $end = strripos($html, '</nav>');
    return substr_replace($html, "<div class=\"newsstand-beside\">$beside</div>", $end === false ? strlen($html) : $end, 0);
});

/**
 * Keeps a widget for the end of the navigation that is being made; without one, answers those that were kept. WordPress
 * makes what stands in the block itself, and not in a menu of its own, twice: each is there once.
 *
 * @return list<string>
 */
function beside_navigation(?string $widget): array
{
    static $kept = [];
    $before = $kept;
    $kept = $widget === null ? [] : array_values(array_unique([...$kept, $widget]));
    return $before;
}

function in_menu(string $url): ?string
{
    // Some themes and editors write the page's address before it.
    $name = IN_MENUS[strstr($url, '#') ?: ''] ?? null;
    return $name === null ? null : widget($name);
}

// A theme that lists all pages of the site, as the Page List block does, lists none that nobody can go to without a key
// or a thing that it is about.
add_filter('get_pages', function (array $pages): array {
    if (is_admin() || is_editor()) return $pages;
    $many = array_column(RULES, 1);
    $is_listed = fn(string $path): bool => $path === 'account' || !in_array('own', PAGES[$path][2] ?? [], true) && !in_array($path, $many, true) && $path !== 'store/checkout';
    $hidden = array_filter(page_ids(), fn(string $path): bool => !$is_listed($path), ARRAY_FILTER_USE_KEY);
    return array_values(array_filter($pages, fn(mixed $page): bool => !in_array(is_object($page) ? $page->ID : (int) $page, $hidden, false)));
});
